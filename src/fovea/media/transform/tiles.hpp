// How a picture too large for a model is cut into tiles (M7).
//
// A page of 800x12000 shrunk to fit 1568 px is 105 px wide: nobody can read it. It goes out as an
// overview plus these tiles, in reading order, neighbours overlapping so that no line of text is
// lost between two of them.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>
#include <vector>

namespace fovea::media {

struct TileSettings {
    PixelSize largest{1568, 1568};  // of a tile
    std::uint32_t overlap = 64;     // at least, in pixels; about three lines of text
    std::uint32_t max_tiles =
        20;  // more than these and there are none: the picture needs a crop instead
};

// Tiles that together cover every pixel, left to right, then top to bottom. Empty when the picture
// fits as it is, or when it would take more than `max_tiles`.
std::vector<PixelRect> plan_tiles(PixelSize picture, const TileSettings& settings);

// How long the pieces are into which such a side is cut, where they may be at most `longest`.
std::uint32_t piece_length(std::uint32_t side, std::uint32_t longest, std::uint32_t overlap);

}  // namespace fovea::media
