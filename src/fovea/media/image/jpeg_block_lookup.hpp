// Tables that read a block of a baseline JPEG several symbols at a time, without its coefficients.
//
// Whoever only checks a block needs of a coefficient neither value nor place, just how many bits to
// pass over and how far in the block it leads. That adds up over symbols, so an entry holds all
// symbols whose codes lie within the bits looked at; the value bits of the last one may reach
// beyond them.
//
// In every entry: bits 0-7 how many bits to pass over (32 at most), bits 8-15 how far the index in
// the block moves, `kEndOfBlock` included when the last symbol says so. Added to a state of the
// same form (bits passed since the last refill, index), the entry gives the next state: the block
// goes on while state < kBlockSize << 8.
#pragma once

#include "fovea/media/image/jpeg_huffman_table.hpp"

#include <array>
#include <cstdint>

namespace fovea::media {

struct JpegBlockLookup {
    static constexpr unsigned kFirstBits = 10;
    static constexpr unsigned kNextBits = 12;
    static constexpr unsigned kMostBits = 22;  // an entry never passes over more

    static constexpr std::uint32_t kBlockSize = 64;
    static constexpr std::uint32_t kEndOfBlock = 128;

    // Found where the bits begin with a code that is longer than the table's bits, and where they
    // are no valid code. Passes over nothing, and the index it leads to is outside of any block.
    static constexpr std::uint16_t kLookCloser = 255 << 8;

    JpegBlockLookup(const JpegHuffmanCodes& dc, const JpegHuffmanCodes& ac);

    // For the start of a block: the DC symbol and what follows. Besides, of the DC symbol: bits
    // 16-23 the length of its code, bits 24-31 its category, which is the number of value bits.
    std::array<std::uint32_t, 1u << kFirstBits> first;

    // Within a block: AC symbols only.
    std::array<std::uint16_t, 1u << kNextBits> next;
};

// 8-bit samples make DC differences of up to 11 bits and AC coefficients of up to 10.
constexpr unsigned kJpegMaxDcCategory = 11;
constexpr unsigned kJpegMaxAcCategory = 10;

// How far an AC symbol leads in the block, with `kEndOfBlock` in it; kLookCloser >> 8 when a
// baseline file may not have that symbol.
constexpr std::uint32_t jpeg_ac_advance(std::uint8_t symbol) {
    constexpr std::uint8_t kNothingMore = 0x00;
    constexpr std::uint8_t kSixteenZeros = 0xF0;
    const unsigned category = symbol & 15;
    if (symbol == kNothingMore) return JpegBlockLookup::kEndOfBlock;
    const bool legal = category <= kJpegMaxAcCategory && (category > 0 || symbol == kSixteenZeros);
    return legal ? (symbol >> 4) + 1u : JpegBlockLookup::kLookCloser >> 8;
}

}  // namespace fovea::media
