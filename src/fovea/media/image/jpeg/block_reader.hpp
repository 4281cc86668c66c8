// The inner loop of reading a scan: one block of a baseline JPEG, every code checked, nothing kept.
//
// Inline as a whole, for the bits have to stay in registers from block to block.
#pragma once

#include "fovea/media/image/jpeg/bit_reader.hpp"
#include "fovea/media/image/jpeg/block_lookup.hpp"

#include <cstdint>

namespace fovea::media {

// A DC difference, of which the `category` bits behind the first `passed` ones of `window` are the
// value (T.81, F.2.2.1).
inline int jpeg_dc_difference(std::uint64_t window, unsigned passed, unsigned category) {
    const auto value = static_cast<int>(window << passed >> 1 >> (63 - category));
    const int range = 1 << category;
    return value < range >> 1 ? value - range + 1 : value;
}

// False when there is something in the block that may not be. `difference` is that of the DC, set
// only where it is wanted. `bits` has to be freshly refilled for the first block of a row, and is
// as the next block needs it afterwards; whether there were enough, its count tells.
//
// A refill is good for two entries and leaves the bits for looking up a third. So it stands between
// the lookup of an entry and its use: there nothing waits for it, while a lookup behind it would.
template <bool want_difference>
[[gnu::always_inline]] inline bool read_jpeg_block(
    JpegBitReader& bits, const JpegBlockLookup& lookup, int& difference
) {
    using Lookup = JpegBlockLookup;
    constexpr auto kPassed = Lookup::kBitsPassed;
    static_assert(2 * Lookup::kMostBits + Lookup::kNextBits <= JpegBitReader::kRefilled);
    const auto* next = lookup.next();

    auto first = lookup.first()[bits.window >> (64 - Lookup::kFirstBits)];
    bits.refill();
    if (first == Lookup::kLookCloser) [[unlikely]] {
        first = lookup.first_symbol(static_cast<std::uint32_t>(bits.window >> 48));
        if (first == Lookup::kLookCloser) return false;
        // Past the code at once, or more than kMostBits would be passed.
        const auto code_bits = first >> 16 & 0xFF;
        bits.skip(code_bits);
        bits.refill();
        first -= code_bits << 16 | code_bits;
    }
    if constexpr (want_difference) {
        difference = jpeg_dc_difference(bits.window, first >> 16 & 0xFF, first >> 24);
    }
    bits.window <<= first & 63;
    auto state = first & 0xFFFF;

    for (;;) {
        auto before = bits.window;
        std::uint32_t entry = 0;
        while (state < Lookup::kPastBlock) {
            before = bits.window;
            entry = next[before >> (64 - Lookup::kNextBits)];
            bits.window = before << (entry & 63);
            state += entry;
            if (state >= Lookup::kPastBlock) break;

            entry = next[bits.window >> (64 - Lookup::kNextBits)];
            bits.count -= static_cast<int>(state & kPassed);
            state &= ~kPassed;
            bits.refill();
            before = bits.window;
            bits.window = before << (entry & 63);
            state += entry;
        }
        if (Lookup::is_whole(state)) [[likely]] {
            bits.count -= static_cast<int>(state & kPassed);
            return true;
        }
        // Back to before the last entry, and on by a single symbol.
        bits.window = before;
        state -= entry;
        bits.count -= static_cast<int>(state & kPassed);
        state &= ~kPassed;
        bits.refill();
        entry = lookup.next_symbol(static_cast<std::uint32_t>(bits.window >> 48));
        bits.skip(entry & 63);
        state += entry & ~kPassed;
        if (state >= Lookup::kPastBlock && !Lookup::is_whole(state)) return false;
        bits.refill();
    }
}

}  // namespace fovea::media
