// Many screenshots carry an alpha channel in which nothing is transparent.
#pragma once

#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

// An Rgba8 picture without a transparent pixel as Rgb8; any other as it is.
Picture drop_opaque_alpha(Picture picture);

}  // namespace fovea::media
