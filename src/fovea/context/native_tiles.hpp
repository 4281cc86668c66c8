// Which pictures a model reads only in pieces, and the pieces (M7).
//
// A page of 800x12000 shrunk to 1568 px is 105 px wide; a dense spreadsheet at 2560x1440 loses
// nearly every word at 1568. Such a picture goes as an overview and tiles at native resolution.
#pragma once

#include "fovea/context/request_limits.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/ocr/text_density.hpp"

#include <cstdint>
#include <vector>

namespace fovea::context {

enum class Density : std::uint8_t { Usual, Dense };  // Dense: a screen full of small text

// Whether the model, which sees the picture as small as its provider makes it, could no longer read
// most of what is written on it.
bool is_dense(
    const media::TextDensity& text, media::PixelSize picture, const RequestLimits& limits
);

bool is_worth_tiles(media::PixelSize picture, std::uint32_t max_edge, Density density);

// In reading order, each small enough that the provider, too, leaves its pixels as they are where
// its rule says so. Empty when there would be more than `max_tiles`.
std::vector<media::PixelRect> native_tiles(
    media::PixelSize picture,
    std::uint32_t max_edge,
    const RequestLimits& limits,
    std::uint32_t max_tiles
);

}  // namespace fovea::context
