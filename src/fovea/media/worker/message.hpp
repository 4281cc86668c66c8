// Small messages between the program and its workers: numbers little-endian, texts with their
// length.
//
//     MessageWriter out;  out.u32(7);  out.text("abc");          send(out.take());
//     MessageReader in(bytes);  in.u32();  in.text();            if (!in.complete()) …
//
// The reader trusts nothing: a short or overlong message is seen in complete(), and every value is
// for the caller to range-check.
#pragma once

#include "fovea/base/byte_reader.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace fovea::media {

class MessageWriter {
public:
    void u8(std::uint8_t value) { number(value, 1); }
    void u32(std::uint32_t value) { number(value, 4); }
    void u64(std::uint64_t value) { number(value, 8); }
    void f64(double value) { number(std::bit_cast<std::uint64_t>(value), 8); }
    void flag(bool value) { u8(value ? 1 : 0); }
    void text(std::string_view value) {
        u32(static_cast<std::uint32_t>(value.size()));
        const auto view = as_bytes(value);
        bytes_.insert(bytes_.end(), view.begin(), view.end());
    }

    Bytes take() { return std::move(bytes_); }

private:
    void number(std::uint64_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i)
            bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }

    Bytes bytes_;
};

class MessageReader {
public:
    explicit MessageReader(ByteView bytes) : in_(bytes) {}

    std::uint8_t u8() { return in_.u8(); }
    std::uint32_t u32() { return in_.le32(); }
    std::uint64_t u64() { return in_.le64(); }
    double f64() { return std::bit_cast<double>(in_.le64()); }
    bool flag() { return in_.u8() == 1; }
    std::string text() {
        const auto length = in_.le32();
        std::string value(as_text(in_.take(length)));
        // What a hostile worker says may end up on a terminal, in JSON, before a model.
        for (std::string_view rest = value; !rest.empty() && !bad_;) {
            bad_ = utf8_character_length(rest) == 0 || is_unseen(first_character(rest).code);
            rest.remove_prefix(first_character(rest).bytes);
        }
        return value;
    }

    // An enumerator, or the first one with complete() false when the number is not among `count`.
    template <class Enum>
    Enum choice(std::uint8_t first, std::uint8_t last) {
        const auto value = in_.u8();
        if (value >= first && value <= last) return static_cast<Enum>(value);
        bad_ = true;
        return static_cast<Enum>(first);
    }

    // True when everything was there and nothing is left over.
    bool complete() const { return in_.ok() && !bad_ && in_.remaining() == 0; }

private:
    ByteReader in_;
    bool bad_ = false;
};

}  // namespace fovea::media
