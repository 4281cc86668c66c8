// The panels of a user interface: cards, dialogs, side bars, bubbles, cells with lines around them. Each is an area of
// one colour that reaches to its own four edges, whatever is written on it.
//
//     for (const media::PixelRect& panel : find_panels(picture)) …   // pixels of the picture, the largest first
//
// Gray8, Rgb8 or Rgba8; none for other formats and for pictures larger than a screen. One pass, a few milliseconds.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <vector>

namespace fovea::reading {

std::vector<media::PixelRect> find_panels(const media::Picture& picture);

}  // namespace fovea::reading
