// The bits of a JPEG scan's data: takes the stuffed zeros out and stops at markers.
//
// For inner loops: everything but the way around an FF is inline. After refill(), `window` has at
// least kRefilled bits at its top, most of the time by one load of eight bytes. Once the data ends,
// or a marker comes, no more bits are added, and `count` falls below zero when more were taken than
// there were. Never reads outside of the data.
#pragma once

#include "fovea/base/bytes.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace fovea::media {

class JpegBitReader {
public:
    static constexpr int kRefilled = 56;

    explicit JpegBitReader(ByteView scan)
        : data_(octets(scan)), size_(scan.size()), load_end_(size_ < 8 ? 0 : size_ - 7) {}

    std::uint64_t window = 0;  // the next bits, the first at the top
    int count = 0;             // how many of them are there

    [[gnu::always_inline]] void refill() {
        if (position_ < load_end_) [[likely]] {
            const auto bytes = load(data_ + position_);
            if (!has_ff(bytes)) [[likely]] {
                // Bits below `count` get set, too: the same ones that the next refill sets.
                window |= bytes >> count;
                position_ += static_cast<std::size_t>(63 - count) >> 3;
                count |= kRefilled;
                return;
            }
        }
        const auto refilled = refill_around_ff({data_, size_}, position_, window, count);
        window = refilled.window;
        position_ = refilled.position_and_count >> kCountBits;
        count = static_cast<std::int16_t>(refilled.position_and_count);
    }

    // At most 63 at a time, and at most kRefilled between two refills.
    void skip(unsigned bits) {
        window <<= bits;
        count -= static_cast<int>(bits);
    }

    // What follows the byte in use, restart markers left out. An FF counts with its stuffed zero.
    struct Rest {
        std::size_t bytes = 0;
        bool before_restart = false;  // some of them stand before a restart marker
    };
    Rest rest() const;

    // Goes on behind this restart marker; false when anything else follows the byte in use.
    bool pass_restart(std::uint8_t marker);

private:
    using Span = std::span<const std::uint8_t>;

    // Fits into two registers, so that the reader of a loop never has to be in memory.
    struct Refilled {
        std::uint64_t window;
        std::uint64_t position_and_count;
    };
    static constexpr unsigned kCountBits = 16;

    static Refilled refill_around_ff(
        Span data, std::size_t position, std::uint64_t window, int count
    );

    [[gnu::always_inline]] static std::uint64_t load(const std::uint8_t* from) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, from, sizeof bytes);
        if constexpr (std::endian::native == std::endian::little) bytes = __builtin_bswap64(bytes);
        return bytes;
    }

    [[gnu::always_inline]] static constexpr bool has_ff(std::uint64_t bytes) {
        constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
        constexpr std::uint64_t kTops = 0x8080'8080'8080'8080;
        return ((~bytes - kOnes) & bytes & kTops) != 0;
    }

    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t load_end_;      // before it, eight bytes can be loaded
    std::size_t position_ = 0;  // of the first byte that is not counted in `count`
};

}  // namespace fovea::media
