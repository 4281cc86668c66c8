// The help of every command that takes crops.
#pragma once

#define FOVEA_CROP_FORMS                                                                  \
    "Crops name a part of the upright picture:\n"                                         \
    "  r=NAME        top-left, top-right, bottom-left, bottom-right, top, bottom, left, " \
    "right, center,\n"                                                                    \
    "                top-half, bottom-half, left-half, right-half\n"                      \
    "  n=x,y,w,h     fractions from 0 to 1\n"                                             \
    "  p=x,y,w,h     pixels\n"
