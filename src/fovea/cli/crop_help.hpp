// The help of every command that takes --crop.
#pragma once

#define FOVEA_CROP_FORMS                                                                  \
    "--crop takes FORM for every picture, or INDEX:FORM for one of them, from 0.\n"       \
    "FORM is a part of the picture, after EXIF rotation:\n"                               \
    "  r=NAME        top-left, top-right, bottom-left, bottom-right, top, bottom, left, " \
    "right, center,\n"                                                                    \
    "                top-half, bottom-half, left-half, right-half\n"                      \
    "  n=x,y,w,h     fractions from 0 to 1\n"                                             \
    "  p=x,y,w,h     pixels\n"
