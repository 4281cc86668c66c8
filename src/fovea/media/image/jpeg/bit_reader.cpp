#include "fovea/media/image/jpeg/bit_reader.hpp"

namespace fovea::media {
namespace {

// How many bytes stand before the first FF, 8 if there is none. The first byte is the highest.
int bytes_before_ff(std::uint64_t bytes) {
    constexpr std::uint64_t kBelowTops = 0x7F7F'7F7F'7F7F'7F7F;
    // The top bit of each byte stays set only where all eight of `bytes` are: no carry crosses
    // bytes.
    const auto others = ((~bytes & kBelowTops) + kBelowTops) | ~bytes | kBelowTops;
    return std::countl_zero(~others) >> 3;
}

}  // namespace

// Where the next eight bytes have an FF among them that is needed, those before it and the FF
// itself are added at once; near the end of the data, single bytes are.
JpegBitReader::Refilled JpegBitReader::refill_around_ff(
    Span data, std::size_t position, std::uint64_t window, int count
) {
    while (count >= 0 && count < kRefilled && position < data.size()) {
        if (data.size() - position >= 8) {
            const auto bytes = load(data.data() + position);
            const auto wanted = (63 - count) >> 3;
            const auto clean = bytes_before_ff(bytes);
            // No more than seven are ever wanted.
            if (clean >= 7 || clean >= wanted) {
                window |= bytes >> count;
                position += static_cast<std::size_t>(wanted);
                count |= kRefilled;
                break;
            }
            if (data[position + static_cast<std::size_t>(clean) + 1] == 0) {
                const auto taken = 8 * (clean + 1);
                window |= (bytes & ~(~std::uint64_t{0} >> taken)) >> count;
                position += static_cast<std::size_t>(clean) + 2;
                count += taken;
                continue;
            }
        }
        const auto byte = data[position];
        auto next = position + 1;
        if (byte == 0xFF) {
            // Several FF before the zero are not in the standard; libjpeg takes them for one.
            while (next < data.size() && data[next] == 0xFF) ++next;
            if (next == data.size() || data[next] != 0) break;
            ++next;
        }
        position = next;
        window |= std::uint64_t{byte} << (kRefilled - count);
        count += 8;
    }
    return {window, std::uint64_t{position} << kCountBits | static_cast<std::uint16_t>(count)};
}

JpegBitReader::Rest JpegBitReader::rest() const {
    Rest rest;
    for (int bits = count & 7; bits + 8 <= count; bits += 8) {
        rest.bytes += (window << bits >> 56) == 0xFF ? 2 : 1;
    }
    for (auto at = position_; at < size_;) {
        if (data_[at++] != 0xFF) {
            ++rest.bytes;
            continue;
        }
        while (at < size_ && data_[at] == 0xFF) ++at;
        const bool stuffed = at < size_ && data_[at++] == 0;
        if (stuffed)
            rest.bytes += 2;
        else if (rest.bytes > 0)
            rest.before_restart = true;
    }
    return rest;
}

bool JpegBitReader::pass_restart(std::uint8_t marker) {
    auto at = position_;
    while (at < size_ && data_[at] == 0xFF) ++at;
    const bool whole_byte_unused = count >= 8;
    if (whole_byte_unused || at == position_ || at == size_ || data_[at] != marker) return false;
    position_ = at + 1;
    window = 0;
    count = 0;
    return true;
}

}  // namespace fovea::media
