// An LZW table holds strings, each of them an older string and one byte more. But all of them are
// in the output already: the string that a code makes known is what the code before it wrote, and
// the byte behind that. So the table is one number a code, where that string begins; it ends one
// byte behind where the next one begins. Writing a string is copying it from there, sixteen bytes
// at a time.
//
// The 256 possible one-byte strings stand in front of the output, so that they are copied the same
// way.

#include "fovea/media/image/gif/lzw.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fovea::media {

namespace {

constexpr std::size_t kLiterals = 256;
constexpr std::size_t kCopy = 16;  // less than Buffer::kSlack

Error corrupt(const char* sentence) {
    return Error{ErrorCode::DecodeFailed, sentence};
}

std::uint64_t load64(const std::uint8_t* from) {
    std::uint64_t value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::memcpy(&value, from, 8);
    } else {
        for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{from[i]} << (8 * i);
    }
    return value;
}

// Reads codes from the low bits up. Behind the end come zeros, for at most one refill; overrun()
// tells.
class CodeReader {
public:
    CodeReader(const std::uint8_t* data, std::size_t size)
        : begin_(data), next_(data), end_(data + size) {}

    // False when everything is used up.
    bool refill() {
        if (count_ >= 12) return true;
        if (next_ >= end_) return count_ > 0;
        bits_ |= load64(next_) << count_;
        next_ += (63 - count_) / 8;
        count_ |= 56;
        return true;
    }

    unsigned take(unsigned width) {
        const auto code = static_cast<unsigned>(bits_ & ((1u << width) - 1));
        bits_ >>= width;
        count_ = count_ > width ? count_ - width : 0;
        used_ += width;
        return code;
    }

    bool overrun() const { return used_ > static_cast<std::uint64_t>(end_ - begin_) * 8; }

private:
    const std::uint8_t* begin_;
    const std::uint8_t* next_;
    const std::uint8_t* end_;
    std::uint64_t bits_ = 0;
    unsigned count_ = 0;
    std::uint64_t used_ = 0;
};

Error too_few() {
    return corrupt("GIF frame ends before its last pixel");
}

Result<void> check_end(const CodeReader& codes) {
    if (codes.overrun()) return too_few();
    return {};
}

// Both may overlap only in what lies behind `length`.
void copy_string(const std::uint8_t* from, std::size_t length, std::uint8_t* to) {
    for (std::size_t done = 0; done < length; done += kCopy) {
        std::uint8_t piece[kCopy];
        std::memcpy(piece, from + done, kCopy);
        std::memcpy(to + done, piece, kCopy);
    }
}

Result<void> check_colours(const GifImage& image, const std::uint8_t* pixels, std::size_t count) {
    const auto entries = image.palette.size() / 3;
    if (std::size_t{1} << image.code_size <= entries) return {};

    std::array<std::uint8_t, 256> missing{};
    for (auto value = entries; value < missing.size(); ++value) missing[value] = 1;
    if (image.control.transparent) missing[*image.control.transparent] = 0;
    unsigned any = 0;
    for (std::size_t i = 0; i < count; ++i) any |= missing[pixels[i]];
    if (any == 0) return {};
    return corrupt("GIF has a pixel with a colour that its palette lacks");
}

}  // namespace

std::size_t GifLzw::join(ByteView pieces) {
    if (joined_.size() < pieces.size()) joined_ = Buffer(pieces.size());
    ByteReader in(pieces);
    std::size_t size = 0;
    for (;;) {
        const auto piece = in.take(in.u8());
        if (piece.empty()) break;
        std::memcpy(joined_.data() + size, piece.data(), piece.size());
        size += piece.size();
    }
    std::memset(joined_.data() + size, 0, Buffer::kSlack);
    return size;
}

Result<void> GifLzw::expand(const GifImage& image, std::size_t pixels) {
    const unsigned clear = 1u << image.code_size;
    const auto joined_bytes = join(image.data);
    CodeReader codes(joined_.data(), joined_bytes);
    auto* const memory = memory_.data();
    const auto end = static_cast<std::uint32_t>(kLiterals + pixels);
    auto position = static_cast<std::uint32_t>(kLiterals);
    unsigned width = image.code_size + 1u;
    unsigned known = clear + 2;  // codes below this have a meaning
    starts_[known] = position;
    while (codes.refill()) {
        const auto code = codes.take(width);
        if (code - clear < 2) {
            if (code != clear) break;
            width = image.code_size + 1u;
            known = clear + 2;
            starts_[known] = position;
            continue;
        }
        if (code >= known) return corrupt("GIF has an LZW code that does not exist yet");

        const bool literal = code < clear;
        const auto start = literal ? code : starts_[code];
        const auto length = literal ? 1 : starts_[code + 1] - start + 1;
        const auto room = end - position;
        copy_string(memory + start, std::min(length, room), memory + position);
        // The string that is just being made ends with its own first byte, written a moment ago.
        const bool being_made = start + length == position + 1;
        if (being_made && length <= room) memory[position + length - 1] = memory[start];
        if (length >= room) return check_end(codes);
        position += length;

        if (known < kMaxCodes) {
            starts_[++known] = position;
            if (known - 1 == 1u << width) ++width;
        }
    }
    return too_few();
}

Result<const std::uint8_t*> GifLzw::decode(const GifImage& image) {
    // A code of 12 bits stands for fewer than 4096 pixels, a shorter one for less in proportion.
    // Checked before anything is allocated by the declared size.
    constexpr std::size_t kMaxPixelsPerByte = 4096 * 8 / 12 + 1;
    const auto pixels = static_cast<std::size_t>(image.place.size().pixels());
    if (pixels / kMaxPixelsPerByte > image.data.size()) return too_few();

    if (memory_.size() < kLiterals + pixels) {
        memory_ = Buffer(kLiterals + pixels);
        for (std::size_t i = 0; i < kLiterals; ++i)
            memory_.data()[i] = static_cast<std::uint8_t>(i);
    }
    TRY(expand(image, pixels));
    TRY(check_colours(image, memory_.data() + kLiterals, pixels));
    return static_cast<const std::uint8_t*>(memory_.data() + kLiterals);
}

}  // namespace fovea::media
