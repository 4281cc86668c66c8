// Writing that stands on its side or upside down: turning the picture so that it can be read, and
// boxes back to where they stand in the upright picture.
#pragma once

#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/transform/stored_rect.hpp"
#include "fovea/reading/reading.hpp"

namespace fovea::reading {

// How a picture has to be turned so that its writing runs from left to right.
constexpr media::Orientation to_readable(TextTurn turn) {
    switch (turn) {
        case TextTurn::None: return media::Orientation::Upright;
        case TextTurn::Quarter: return media::Orientation::Rotate270;
        case TextTurn::Half: return media::Orientation::Rotate180;
        case TextTurn::ThreeQuarters: return media::Orientation::Rotate90;
    }
    return media::Orientation::Upright;
}

constexpr media::PixelSize readable_size(media::PixelSize upright, TextTurn turn) {
    const bool swaps = swaps_sides(to_readable(turn));
    return swaps ? media::PixelSize{upright.height, upright.width} : upright;
}

// Boxes of the readable picture as boxes of the part `area` of the upright one, and the way back.
inline media::PixelRect from_readable(
    const media::PixelRect& box, TextTurn turn, const media::PixelRect& area
) {
    auto rect = to_stored(box, to_readable(turn), area.size());
    rect.x += area.x;
    rect.y += area.y;
    return rect;
}

inline media::PixelRect into_readable(
    media::PixelRect box, TextTurn turn, const media::PixelRect& area
) {
    box.x -= area.x;
    box.y -= area.y;
    return to_stored(box, inverse(to_readable(turn)), readable_size(area.size(), turn));
}

}  // namespace fovea::reading
