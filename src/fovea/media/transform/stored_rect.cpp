#include "fovea/media/transform/stored_rect.hpp"

namespace fovea::media {

PixelRect to_stored(const PixelRect& upright, Orientation orientation, PixelSize stored) {
    const auto [x, y, width, height] = upright;
    switch (orientation) {
        case Orientation::Upright: return upright;
        case Orientation::MirrorHorizontal: return {stored.width - x - width, y, width, height};
        case Orientation::Rotate180:
            return {stored.width - x - width, stored.height - y - height, width, height};
        case Orientation::MirrorVertical: return {x, stored.height - y - height, width, height};
        case Orientation::Transpose: return {y, x, height, width};
        case Orientation::Rotate90: return {y, stored.height - x - width, height, width};
        case Orientation::Transverse:
            return {stored.width - y - height, stored.height - x - width, height, width};
        case Orientation::Rotate270: return {stored.width - y - height, x, height, width};
    }
    return upright;
}

}  // namespace fovea::media
