// The help of every command that takes --crop.
#pragma once

#define FOVEA_CROP_FORMS                                                                  \
    "A crop is FORM, for every picture, or INDEX:FORM for one of them, counted from 0.\n" \
    "FORM names a part of the upright picture:\n"                                         \
    "  r=NAME        top-left, top-right, bottom-left, bottom-right, top, bottom, left, " \
    "right, center,\n"                                                                    \
    "                top-half, bottom-half, left-half, right-half\n"                      \
    "  n=x,y,w,h     fractions from 0 to 1\n"                                             \
    "  p=x,y,w,h     pixels\n"
