// Which pixels a decode request is about: the region asked for, or the whole picture.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fovea::media {

// InvalidInput when the region is empty or reaches outside the picture.
inline Result<PixelRect> decode_region(PixelSize size, const std::optional<PixelRect>& wanted) {
    if (!wanted) return PixelRect{0, 0, size.width, size.height};

    const bool inside = wanted->width > 0 && wanted->height > 0 &&
                        std::uint64_t{wanted->x} + wanted->width <= size.width &&
                        std::uint64_t{wanted->y} + wanted->height <= size.height;
    if (inside) return *wanted;
    return Error{
        ErrorCode::InvalidInput,
        "the region " + std::to_string(wanted->width) + " x " + std::to_string(wanted->height) +
            " at (" + std::to_string(wanted->x) + ", " + std::to_string(wanted->y) +
            ") is not inside the picture of " + std::to_string(size.width) + " x " +
            std::to_string(size.height)};
}

}  // namespace fovea::media
