// Which pictures a model reads only in pieces, and the pieces (M7).
//
// A page of 800x12000 shrunk to 1568 px is 105 px wide; a dense spreadsheet at 2560x1440 loses
// nearly every word at 1568. Such a picture goes as an overview and tiles at native resolution.
#pragma once

#include "fovea/context/request_limits.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/text/text_density.hpp"

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

inline constexpr std::uint32_t kMaxTiles = 20;  // of one picture

struct TilePlan {
    std::vector<media::PixelRect> tiles;  // of the picture, in reading order; may be empty
    double scale = 1;                     // to which they are shrunk; 1: they go as they are
};

// Each small enough that the provider, too, leaves its pixels as they are where its rule says so,
// in as few columns as that allows: a cut from top to bottom tears every line of text in two. A
// page that is far wider than tall goes in as few rows as possible instead. Where that takes more
// than `max_tiles`, they are shrunk, to half at most; none where even that is not enough.
TilePlan native_tiles(
    media::PixelSize picture,
    std::uint32_t max_edge,
    const RequestLimits& limits,
    std::uint32_t max_tiles
);

// How large the model sees the part of a picture that goes out with `sent` pixels; 1: as it is.
double scale_seen(media::PixelSize part, media::PixelSize sent, const RequestLimits& limits);

}  // namespace fovea::context
