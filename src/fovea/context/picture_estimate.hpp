// What one picture will come to with a model, told before it is sent and from its size alone.
//
//     const auto estimate = estimate_picture({3840, 2160}, Lossless::Yes, target.limits);
//     estimate.tokens;  estimate.tiles;  estimate.downscaled;
//
// No file is opened. A screen is taken to be full of small letters, so that it may go in tiles; what it really was
// is in the receipt.
#pragma once

#include "fovea/context/request_limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>

namespace fovea::context {

enum class Lossless : std::uint8_t { No, Yes };  // photographs; screens and drawings

struct PictureEstimate {
    std::uint64_t tokens = 0;
    std::size_t tiles = 0;    // beside the overview
    bool downscaled = false;  // the overview, where there are tiles

    bool operator==(const PictureEstimate&) const = default;
};

PictureEstimate estimate_picture(
    media::PixelSize size, Lossless lossless, const RequestLimits& limits
);

}  // namespace fovea::context
