// A picture in few colours, for terminals that have registers of colours: median cut, then each pixel the
// nearest colour, with the error handed on to its neighbours (Floyd and Steinberg). A picture of no more colours
// than there is room for keeps each of them.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::tui {

using Rgb = std::array<std::uint8_t, 3>;

struct IndexedPicture {
    media::PixelSize size;
    std::vector<Rgb> palette;          // at most as many as were wanted
    std::vector<std::uint8_t> pixels;  // row after row, numbers of the palette

    std::uint8_t at(std::size_t x, std::size_t y) const { return pixels[y * size.width + x]; }
};

// `picture` is Rgb8; `colours` from 2 to 256.
IndexedPicture with_palette(const media::Picture& picture, std::size_t colours);

}  // namespace fovea::tui
