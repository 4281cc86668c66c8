// Where a part of the upright picture lies in the file's own orientation.
#pragma once

#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/pixels.hpp"

namespace fovea::media {

// `upright` lies within the upright picture; `stored` is the size that the file declares.
PixelRect to_stored(const PixelRect& upright, Orientation orientation, PixelSize stored);

}  // namespace fovea::media
