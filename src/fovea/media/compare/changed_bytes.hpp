// Compares two rows of bytes and writes down which of them differ.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fovea::media {

// Bit i % 8 of bits[i / 8] becomes 1 where a[i] and b[i] are more than `tolerance` apart. Writes
// (size + 7) / 8 bytes; bits past the end are 0.
void mark_changed_bytes(
    const std::uint8_t* a,
    const std::uint8_t* b,
    std::size_t size,
    std::uint8_t tolerance,
    std::uint8_t* bits
);

}  // namespace fovea::media
