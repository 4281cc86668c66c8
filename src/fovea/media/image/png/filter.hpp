// Applies PNG's row filters before compression; png_unfilter.hpp undoes them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

// Writes a filter byte and the filtered row (`size` + 1 bytes) to `out`: Sub or Up, whichever has
// the smaller sum of absolute differences. `above` is null for the first row, which gets Sub.
void filter_png_row(
    const std::uint8_t* row,
    const std::uint8_t* above,
    std::size_t size,
    unsigned pixel_bytes,
    std::uint8_t* out
);

}  // namespace fovea::media
