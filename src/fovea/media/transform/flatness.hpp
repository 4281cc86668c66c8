// How flat a picture is: the share of neighbouring pixels that are equal. Screens are mostly flat
// areas with sharp letters; photographs have no two equal neighbours. Decides between PNG and JPEG
// (M5).
#pragma once

#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

// 0 to 1, from a sample of rows. For Gray8, Rgb8 and Rgba8; Ycc8 is judged by its luma.
double flatness(const Picture& picture);

}  // namespace fovea::media
