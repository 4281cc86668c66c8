// The vector kernels are those of W. Muła and D. Lemire, "Faster Base64 Encoding and Decoding Using
// AVX2 Instructions" (2018): 12 bytes <-> 16 characters in each 128-bit block. They stop at
// whatever needs a decision (the tail, white space, a bad character); the scalar code takes it from
// there.
#include "fovea/base/base64.hpp"

#include <cstdint>

// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fovea/base/base64.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace fovea::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR

// Emulated vectors are slower than the scalar loop.
std::size_t encode_blocks(const std::uint8_t*, std::size_t, char*) {
    return 0;
}
std::size_t decode_blocks(const char*, std::size_t, std::byte*) {
    return 0;
}

#else

namespace hn = hwy::HWY_NAMESPACE;

// 32 bytes at most: AVX-512 gains little here and lowers the clock of older processors.
using Bytes8 = hn::CappedTag<std::uint8_t, 32>;
using V8 = hn::Vec<Bytes8>;
using Block = hn::Full128<std::uint8_t>;
constexpr std::size_t kBlocks = HWY_MAX_BYTES >= 32 ? 2 : 1;

// Twelve bytes for each block; reads 16 there.
HWY_INLINE V8 load_twelves(const std::uint8_t* in) {
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Bytes8(), hn::LoadU(Block(), in + 12), hn::LoadU(Block(), in));
#else
    return hn::LoadU(Bytes8(), in);
#endif
}

// Writes 16 bytes for each block, of which the next block overwrites four.
HWY_INLINE void store_twelves(V8 v, std::uint8_t* out) {
#if HWY_MAX_BYTES >= 32
    hn::StoreU(hn::LowerHalf(Block(), v), Block(), out);
    hn::StoreU(hn::UpperHalf(Block(), v), Block(), out + 12);
#else
    hn::StoreU(v, Bytes8(), out);
#endif
}

HWY_INLINE V8 encode_vector(V8 in) {
    const Bytes8 d8;
    const hn::Repartition<std::uint16_t, Bytes8> d16;
    const hn::Repartition<std::uint32_t, Bytes8> d32;
    alignas(16) static constexpr std::uint8_t kSpread[16] = {
        1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10};
    // What to add to a six-bit value, by its range: a-z, ten digits, "+", "/", A-Z.
    alignas(16) static constexpr std::uint8_t kOffsets[16] = {
        71, 252, 252, 252, 252, 252, 252, 252, 252, 252, 252, 237, 240, 65, 0, 0};

    const auto triples = hn::TableLookupBytes(in, hn::LoadDup128(d8, kSpread));
    const auto high = hn::And(hn::BitCast(d32, triples), hn::Set(d32, 0x0fc0fc00u));
    const auto low = hn::And(hn::BitCast(d32, triples), hn::Set(d32, 0x003f03f0u));
    const auto high_shift = hn::BitCast(d16, hn::Set(d32, 0x04000040u));
    const auto low_shift = hn::BitCast(d16, hn::Set(d32, 0x01000010u));
    const auto values = hn::BitCast(
        d8,
        hn::Or(
            hn::MulHigh(hn::BitCast(d16, high), high_shift),
            hn::Mul(hn::BitCast(d16, low), low_shift)
        )
    );

    const auto above = hn::SaturatedSub(values, hn::Set(d8, 51));
    const auto capitals = hn::VecFromMask(d8, hn::Eq(hn::Min(values, hn::Set(d8, 25)), values));
    const auto range = hn::Or(above, hn::And(capitals, hn::Set(d8, 13)));
    return hn::Add(values, hn::TableLookupBytes(hn::LoadDup128(d8, kOffsets), range));
}

// Returns how many bytes were encoded, a multiple of 12.
std::size_t encode_blocks(const std::uint8_t* in, std::size_t size, char* out) {
    auto* to = reinterpret_cast<std::uint8_t*>(out);
    std::size_t done = 0;
    constexpr std::size_t kStep = 12 * kBlocks;
    for (; size - done >= 2 * kStep + 4; done += 2 * kStep, to += 32 * kBlocks) {
        hn::StoreU(encode_vector(load_twelves(in + done)), Bytes8(), to);
        hn::StoreU(encode_vector(load_twelves(in + done + kStep)), Bytes8(), to + 16 * kBlocks);
    }
    return done;
}

// Returns how many characters were decoded, a multiple of 16: up to the first vector that holds
// anything but the 64 characters, or until fewer than 64 are left, so that whole stores stay inside
// the result.
std::size_t decode_blocks(const char* text, std::size_t size, std::byte* out) {
    const Bytes8 d8;
    const hn::Repartition<std::uint16_t, Bytes8> d16;
    const hn::Repartition<std::uint32_t, Bytes8> d32;
    // A character is good when its two nibbles' sets have no bit in common.
    alignas(16) static constexpr std::uint8_t kLow[16] = {
        0x15,
        0x11,
        0x11,
        0x11,
        0x11,
        0x11,
        0x11,
        0x11,
        0x11,
        0x11,
        0x13,
        0x1a,
        0x1b,
        0x1b,
        0x1b,
        0x1a};
    alignas(16) static constexpr std::uint8_t kHigh[16] = {
        0x10,
        0x10,
        0x01,
        0x02,
        0x04,
        0x08,
        0x04,
        0x08,
        0x10,
        0x10,
        0x10,
        0x10,
        0x10,
        0x10,
        0x10,
        0x10};
    // Character to value, by the upper nibble; "/" is told from "+" by being moved one down.
    alignas(16) static constexpr std::uint8_t kRoll[16] = {
        0, 16, 19, 4, 191, 191, 185, 185, 0, 0, 0, 0, 0, 0, 0, 0};
    alignas(16) static constexpr std::uint8_t kGather[16] = {
        2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80};
    const auto low_table = hn::LoadDup128(d8, kLow);
    const auto high_table = hn::LoadDup128(d8, kHigh);
    const auto roll_table = hn::LoadDup128(d8, kRoll);
    const auto gather = hn::LoadDup128(d8, kGather);
    const auto nibble = hn::Set(d8, 0x0f);
    const auto zero = hn::Zero(d8);

    const auto* from = reinterpret_cast<const std::uint8_t*>(text);
    auto* to = reinterpret_cast<std::uint8_t*>(out);
    std::size_t done = 0;
    for (; size - done >= 64; done += 16 * kBlocks, to += 12 * kBlocks) {
        const auto in = hn::LoadU(d8, from + done);
        const auto upper =
            hn::And(hn::BitCast(d8, hn::ShiftRight<4>(hn::BitCast(d16, in))), nibble);
        const auto clash = hn::And(
            hn::TableLookupBytes(low_table, hn::And(in, nibble)),
            hn::TableLookupBytes(high_table, upper)
        );
        if (!hn::AllTrue(d8, hn::Eq(clash, zero))) break;
        const auto slash = hn::VecFromMask(d8, hn::Eq(in, hn::Set(d8, '/')));
        const auto values = hn::Add(in, hn::TableLookupBytes(roll_table, hn::Add(upper, slash)));

        const auto v16 = hn::BitCast(d16, values);
        const auto twelve_bits =
            hn::Or(hn::ShiftLeft<6>(hn::And(v16, hn::Set(d16, 0x00ff))), hn::ShiftRight<8>(v16));
        const auto v32 = hn::BitCast(d32, twelve_bits);
        const auto whole =
            hn::Or(hn::ShiftLeft<12>(hn::And(v32, hn::Set(d32, 0xffffu))), hn::ShiftRight<16>(v32));
        store_twelves(hn::TableLookupBytesOr0(hn::BitCast(d8, whole), gather), to);
    }
    return done;
}

#endif

}  // namespace
}  // namespace fovea::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <array>
#include <string>

namespace fovea {
namespace {

HWY_EXPORT(encode_blocks);
HWY_EXPORT(decode_blocks);

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::uint8_t kSpace = 64;
constexpr std::uint8_t kBad = 65;

constexpr std::array<std::uint8_t, 256> make_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(kBad);
    for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kAlphabet[i])] = i;
    for (const char space : {' ', '\t', '\n', '\f', '\r'}) {
        values[static_cast<unsigned char>(space)] = kSpace;
    }
    return values;
}
constexpr auto kValues = make_values();

bool is_space(char c) {
    return kValues[static_cast<unsigned char>(c)] == kSpace;
}

// Takes white space and the padding off the end, and says how many "=" there were.
std::size_t cut_padding(std::string_view& text) {
    std::size_t pads = 0;
    while (!text.empty() && (text.back() == '=' || is_space(text.back()))) {
        if (text.back() == '=') ++pads;
        text.remove_suffix(1);
    }
    return pads;
}

Error bad_character(std::string_view text, std::size_t position) {
    const auto code = static_cast<unsigned char>(text[position]);
    return {
        ErrorCode::InvalidInput,
        "base64 contains the invalid byte " + std::to_string(code) + " at position " +
            std::to_string(position)};
}

}  // namespace

Result<std::size_t> encode_base64(ByteView bytes, std::span<char> out) {
    // The second comparison is for sizes whose base64 would not fit into a size_t.
    const auto size = base64_size(bytes.size());
    if (out.size() < size || size < bytes.size()) {
        return Error{
            ErrorCode::LimitExceeded,
            "base64 of " + std::to_string(bytes.size()) + " bytes does not fit into " +
                std::to_string(out.size()) + " characters"};
    }
    const auto* in = octets(bytes);
    auto left = bytes.size();
    auto* to = out.data();

    const auto done = HWY_DYNAMIC_DISPATCH(encode_blocks)(in, left, to);
    in += done;
    left -= done;
    to += done / 3 * 4;

    for (; left >= 3; left -= 3, in += 3, to += 4) {
        const auto bits = static_cast<unsigned>(in[0] << 16 | in[1] << 8 | in[2]);
        to[0] = kAlphabet[bits >> 18];
        to[1] = kAlphabet[bits >> 12 & 63];
        to[2] = kAlphabet[bits >> 6 & 63];
        to[3] = kAlphabet[bits & 63];
    }
    if (left > 0) {
        const auto bits = static_cast<unsigned>(in[0] << 16 | (left == 2 ? in[1] << 8 : 0));
        to[0] = kAlphabet[bits >> 18];
        to[1] = kAlphabet[bits >> 12 & 63];
        to[2] = left == 2 ? kAlphabet[bits >> 6 & 63] : '=';
        to[3] = '=';
    }
    return size;
}

Result<Bytes> decode_base64(std::string_view text) {
    const auto pads = cut_padding(text);

    Bytes out(text.size() / 4 * 3 + 3);
    std::size_t written = 0;
    std::size_t characters = 0;
    std::uint32_t bits = 0;
    std::size_t position = 0;
    while (position < text.size()) {
        if (characters % 4 == 0 && text.size() - position >= 64) {
            const auto done = HWY_DYNAMIC_DISPATCH(decode_blocks
            )(text.data() + position, text.size() - position, out.data() + written);
            position += done;
            characters += done;
            written += done / 4 * 3;
        }
        // A line's worth one by one, past whatever stopped the vectors, then they may try again.
        const auto stop = text.size() - position < 80 ? text.size() : position + 16;
        for (; position < stop || (characters % 4 != 0 && position < text.size()); ++position) {
            const auto value = kValues[static_cast<unsigned char>(text[position])];
            if (value == kSpace) continue;
            if (value == kBad) return bad_character(text, position);
            bits = bits << 6 | value;
            if (++characters % 4 != 0) continue;
            out[written++] = static_cast<std::byte>(bits >> 16 & 0xff);
            out[written++] = static_cast<std::byte>(bits >> 8 & 0xff);
            out[written++] = static_cast<std::byte>(bits & 0xff);
        }
    }

    const auto rest = characters % 4;
    if (rest == 1 || pads > 2 || (pads != 0 && rest + pads != 4)) {
        return Error{
            ErrorCode::InvalidInput,
            "base64 of " + std::to_string(characters) + " characters and " + std::to_string(pads) +
                " of padding ends in the middle of a byte"};
    }
    // The bits that no byte needs are dropped, as browsers do.
    if (rest == 2) out[written++] = static_cast<std::byte>(bits >> 4 & 0xff);
    if (rest == 3) {
        out[written++] = static_cast<std::byte>(bits >> 10 & 0xff);
        out[written++] = static_cast<std::byte>(bits >> 2 & 0xff);
    }
    out.resize(written);
    return out;
}

}  // namespace fovea
#endif  // HWY_ONCE
