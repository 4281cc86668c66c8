// What a prepared picture has to fit into, and the size it gets.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>

namespace fovea::media {

struct FitTarget {
    std::uint32_t max_edge = 1568;       // longest edge in pixels; larger pictures are scaled down
    std::uint64_t max_bytes = 5u << 20;  // of the file, before base64
    bool may_downscale = true;           // false: what is too large is FileTooLarge
    bool accepts_gif = true;             // PNG and JPEG are taken by every model
    bool accepts_webp = true;
    std::uint32_t min_edge = 0;  // what is narrower gets a white margin; nothing is enlarged

    bool operator==(const FitTarget&) const = default;
};

// The largest size of the same shape within `max_edge`. Never enlarges; no side becomes zero.
PixelSize fit_within(PixelSize picture, std::uint32_t max_edge);

// With a margin at its right and bottom, so that no side is under `min_edge`. 0x0 stays unknown.
PixelSize pad_to(PixelSize picture, std::uint32_t min_edge);

}  // namespace fovea::media
