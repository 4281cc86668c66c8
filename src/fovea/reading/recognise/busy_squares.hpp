// Parts of a picture that are about square and full of sharp steps from dark to light: where a Data
// Matrix code may be. ZXing looks for those only in the middle of what it is shown.
//
// A code that text comes closer to than sixteen pixels is not seen apart from it.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

// In a Gray8 picture, each with a margin; the largest first, at most `limit`.
std::vector<media::PixelRect> find_busy_squares(const media::Picture& gray, std::size_t limit);

}  // namespace fovea::reading
