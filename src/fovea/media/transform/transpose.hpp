// Swaps the rows and columns of a plane.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

// A plane seen from one of its rows: with a negative stride from the last one, upside down.
template <class Byte>
struct PlaneView {
    Byte* first_row = nullptr;
    std::ptrdiff_t stride = 0;

    Byte* row(std::size_t y) const { return first_row + static_cast<std::ptrdiff_t>(y) * stride; }
};

// Pixel (x, y) of `in`, which is width x height, becomes pixel (y, x) of `out`. 1, 3 or 4 bytes a
// pixel.
void transpose(
    PlaneView<const std::uint8_t> in,
    std::size_t width,
    std::size_t height,
    unsigned pixel_bytes,
    PlaneView<std::uint8_t> out
);

}  // namespace fovea::media
