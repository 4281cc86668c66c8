// Tables that read a block of a baseline JPEG several symbols at a time, without its coefficients.
//
// Whoever only checks a block needs of a coefficient neither value nor place, just how many bits to
// pass over and how far in the block it leads. That adds up over symbols, so an entry stands for
// all symbols whose codes lie within the bits looked at; the value bits of the last one may reach
// beyond them.
//
// In every entry: bits 0-7 how many bits to pass over, bits 8-15 how far the index in the block
// moves, kEndOfBlock included where the last symbol says "no more". Added to a state of the same
// form (bits passed since the last refill, index), an entry gives the next state. The block goes on
// while state < kPastBlock; then is_whole() tells whether it ended as it should.
#pragma once

#include "fovea/media/image/jpeg/huffman_table.hpp"

#include <array>
#include <cstdint>

namespace fovea::media {

class JpegBlockLookup {
public:
    static constexpr unsigned kFirstBits = 10;
    static constexpr unsigned kNextBits = 12;  // one more is hardly faster, and twice the set-up
    static constexpr unsigned kMostBits = 21;  // an entry of the tables never passes over more

    static constexpr unsigned kIndexShift = 8;
    static constexpr std::uint32_t kBitsPassed = 0xFF;
    static constexpr std::uint32_t kBlockSize = 64;
    static constexpr std::uint32_t kEndOfBlock = 128;
    static constexpr std::uint32_t kPastBlock = kBlockSize << kIndexShift;

    // Stands where the bits begin with a symbol that does not fit the table, or with no valid one.
    // Passes over nothing, and leads to an index outside of any block.
    static constexpr std::uint32_t kLookCloser = 255u << kIndexShift;

    JpegBlockLookup(const JpegHuffmanCodes& dc, const JpegHuffmanCodes& ac);

    // For the start of a block: the DC symbol and what follows, by kFirstBits bits. Besides, of the
    // DC symbol: bits 16-23 the length of its code, bits 24-31 its category.
    const std::uint32_t* first() const { return first_.data(); }

    // Within a block: AC symbols only, by kNextBits bits.
    const std::uint16_t* next() const { return next_.data(); }

    // The entries of single symbols, by 16 bits, whatever their length. kLookCloser now means that
    // there is no such symbol, or that 8-bit samples cannot make it.
    std::uint32_t first_symbol(std::uint32_t bits) const;
    std::uint32_t next_symbol(std::uint32_t bits) const;

    // Whether the index is right behind the 64th coefficient, or "no more" came before that. An
    // entry may reach over the end of a block, for it does not know where in one it is used.
    static constexpr bool is_whole(std::uint32_t state) {
        const auto index = state >> kIndexShift;
        return index == kBlockSize || (index >= kEndOfBlock && index < kEndOfBlock + kBlockSize);
    }

private:
    std::array<std::uint32_t, 1u << kFirstBits> first_;
    std::array<std::uint16_t, 1u << kNextBits> next_;
    JpegHuffmanCodes dc_;
    JpegHuffmanCodes ac_;
};

}  // namespace fovea::media
