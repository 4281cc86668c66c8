// Writing that stands on its side or upside down: turning the picture so that it can be read, and
// boxes back to where they stand in the upright picture.
#pragma once

#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/page/reading.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/media/transform/stored_rect.hpp"

namespace fovea::media {

// How a picture has to be turned so that its writing runs from left to right.
constexpr Orientation to_readable(TextTurn turn) {
    switch (turn) {
        case TextTurn::None: return Orientation::Upright;
        case TextTurn::Quarter: return Orientation::Rotate270;
        case TextTurn::Half: return Orientation::Rotate180;
        case TextTurn::ThreeQuarters: return Orientation::Rotate90;
    }
    return Orientation::Upright;
}

constexpr PixelSize readable_size(PixelSize upright, TextTurn turn) {
    const bool swaps = swaps_sides(to_readable(turn));
    return swaps ? PixelSize{upright.height, upright.width} : upright;
}

// Boxes of the readable picture as boxes of the part `area` of the upright one, and the way back.
inline PixelRect from_readable(const PixelRect& box, TextTurn turn, const PixelRect& area) {
    auto rect = to_stored(box, to_readable(turn), area.size());
    rect.x += area.x;
    rect.y += area.y;
    return rect;
}

inline PixelRect into_readable(PixelRect box, TextTurn turn, const PixelRect& area) {
    box.x -= area.x;
    box.y -= area.y;
    return to_stored(box, inverse(to_readable(turn)), readable_size(area.size(), turn));
}

}  // namespace fovea::media
