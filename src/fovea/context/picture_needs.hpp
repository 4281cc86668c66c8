// What one picture takes of a request: its edge, bytes and tokens, by what is known before it is
// made.
#pragma once

#include "fovea/context/fit_request.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace fovea::context {

// The longest edge that a picture may have in a request of so many.
std::uint32_t edge_for(const RequestLimits& limits, std::uint64_t images);

// Why it cannot go to this model at all; empty when it can.
std::string refusal(const Candidate& picture, const RequestLimits& limits);

// An upper bound for what is made of the picture.
std::uint64_t bytes_needed(const Candidate& picture, const media::FitTarget& target);

// That a tile is sent with.
media::PixelSize tile_size(const media::PixelRect& tile, double scale);

// For all tiles of a picture together. A guess, since a bound would keep every page from being
// tiled: tiles show the pixels of the file again, and take about what it takes.
std::uint64_t tile_bytes_needed(
    const Candidate& picture, std::span<const media::PixelRect> tiles, const RequestLimits& limits
);

// `size` 0x0 counts as a square of that edge; 0 where nobody knows what pictures cost.
std::uint64_t tokens_of(media::PixelSize size, std::uint32_t edge, const RequestLimits& limits);

}  // namespace fovea::context
