// A picture in the upper left corner of a larger white one: the same pixels, at the same places.
#pragma once

#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

// The picture itself where it is as large already.
Picture pad(Picture picture, PixelSize size);

}  // namespace fovea::media
