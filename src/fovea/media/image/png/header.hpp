// What a PNG's IHDR chunk says, and what follows from it: how long rows are, in which passes they
// come.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fovea::media {

enum class PngColour : std::uint8_t { Gray = 0, Rgb = 2, Palette = 3, GrayAlpha = 4, Rgba = 6 };

struct PngHeader {
    PixelSize size;
    std::uint8_t bit_depth = 8;
    PngColour colour = PngColour::Rgb;
    bool interlaced = false;

    unsigned bits_per_pixel() const;

    // How far back the filters look for "the pixel to the left".
    unsigned filter_bytes() const { return bits_per_pixel() < 8 ? 1 : bits_per_pixel() / 8; }

    // Of a row of that many pixels, without its filter byte.
    std::size_t row_bytes(std::uint32_t width) const {
        return static_cast<std::size_t>((std::uint64_t{width} * bits_per_pixel() + 7) / 8);
    }
};

// One sweep over the picture: pixel (x, y) of the pass is pixel (x0 + x*dx, y0 + y*dy) of the
// picture.
struct PngPass {
    std::uint32_t x0 = 0;
    std::uint32_t y0 = 0;
    std::uint32_t dx = 1;
    std::uint32_t dy = 1;
    PixelSize size;
};

// Reads the first chunk and refuses what the specification does not allow. Its CRC is not checked
// here, so that an absurd size is reported as what it is.
Result<PngHeader> read_png_header(ByteView file);

// FileTooLarge when the declared picture is over the limit. Before any allocation: a 33-byte file
// can promise 2^62 pixels.
Result<void> check_png_pixels(const PngHeader& header, const Limits& limits);

// The passes that have pixels: one, or up to Adam7's seven.
std::vector<PngPass> png_passes(const PngHeader& header);

// The size of the inflated picture data, filter bytes included. Only after check_png_pixels().
std::size_t png_raw_bytes(const PngHeader& header);

}  // namespace fovea::media
