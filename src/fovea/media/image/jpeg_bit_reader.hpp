// The bits of a JPEG scan's data: takes the stuffed zeros out and stops at markers.
//
// For inner loops: a value that fits into registers, with everything inline but the way past an FF.
// At least kRefilled bits are at the top of `window` after refill(), most of the time by one load of
// eight bytes; once the data ends, or a marker comes, zeros follow, and `count` falls below zero when
// more was taken than there was. Never reads outside of `data`.
#pragma once

#include "fovea/base/bytes.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace fovea::media {

struct JpegBitReader {
    static constexpr int kRefilled = 56;

    explicit JpegBitReader(ByteView scan)
        : data(octets(scan)), size(scan.size()), load_end(size < 8 ? 0 : size - 7) {}

    const std::uint8_t* data;
    std::size_t size;
    std::size_t load_end;      // before it, eight bytes can be loaded
    std::size_t position = 0;  // of the first byte that is not counted in `count`
    std::uint64_t window = 0;  // the next bits, the first at the top
    int count = 0;             // how many of them are there

    [[gnu::always_inline]] void refill() {
        if (position < load_end) [[likely]] {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, data + position, sizeof bytes);
            if constexpr (std::endian::native == std::endian::little) {
                bytes = __builtin_bswap64(bytes);
            }
            if (!has_ff(bytes)) [[likely]] {
                // Bits below `count` get set, too: the same ones that the next refill sets.
                window |= bytes >> count;
                position += static_cast<std::size_t>(63 - count) >> 3;
                count |= kRefilled;
                return;
            }
        }
        *this = refilled_by_bytes(*this);
    }

    // At most 63 at a time, and `taken` at most kRefilled between two refills.
    [[gnu::always_inline]] void skip(unsigned bits) {
        window <<= bits;
        count -= static_cast<int>(bits);
    }

    // How many bytes of the file stand between the last byte in use and `position`: each FF counts
    // with its stuffed zero.
    std::size_t unused_bytes() const {
        std::size_t unused = 0;
        for (int bits = count & ~7; bits > 0; bits -= 8) {
            const auto byte = window << ((count & 7) + bits - 8) >> 56;
            unused += byte == 0xFF ? 2 : 1;
        }
        return unused;
    }

    // Goes on behind the marker `position` is at, if it is this one.
    bool pass_marker(std::uint8_t marker) {
        auto at = position;
        while (at < size && data[at] == 0xFF) ++at;
        if (at == position || at == size || data[at] != marker) return false;
        position = at + 1;
        window = 0;
        count = 0;
        return true;
    }

private:
    static constexpr bool has_ff(std::uint64_t bytes) {
        constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
        constexpr std::uint64_t kTops = 0x8080'8080'8080'8080;
        return ((~bytes - kOnes) & bytes & kTops) != 0;
    }

    // By value, so that the reader of a loop never has to be in memory.
    static JpegBitReader refilled_by_bytes(JpegBitReader bits);
};

}  // namespace fovea::media
