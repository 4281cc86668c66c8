// Boxes with their numbers, on pixels of ours.
#pragma once

#include "fovea/tui/graphics/numbered_box.hpp"

#include <span>

namespace fovea::tui {

enum class BoxNumbers { Drawn, LeftOut };

// The boxes are in the picture's pixels.
media::Picture draw_boxes(
    const media::Picture& picture, std::span<const NumberedBox> boxes, BoxNumbers numbers
);

}  // namespace fovea::tui
