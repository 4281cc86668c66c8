// Sums over blocks of pixels, the first step of a fingerprint: the part that touches every byte of
// a picture, and therefore the only one that has to be fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fovea::media {

// Adds `count` rows of bytes to the column sums. At most 256 rows may be added before they are
// cleared.
void add_rows(
    const std::uint8_t* rows,
    std::size_t stride,
    std::size_t count,
    std::span<std::uint16_t> columns
);

// Luma of each block of `block` pixels, times 256, from the column sums of up to `block` rows,
// which is at most 8. One channel is luma itself; 3 and 4 are R, G, B and something that does not
// count. `columns` holds lumas.size() * block * channels sums; those past the picture's edge are
// zero.
void sum_blocks(
    std::span<const std::uint16_t> columns,
    unsigned channels,
    std::uint32_t block,
    std::span<std::uint32_t> lumas
);

}  // namespace fovea::media
