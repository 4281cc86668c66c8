// Reads numbers out of foreign bytes, never past their end.
//
//     ByteReader in(file);
//     const auto length = in.be32();
//     const auto body = in.take(length);
//     if (!in.ok()) return Error{ErrorCode::DecodeFailed, "…ends too early"};
//
// A read past the end gives zeros (or an empty view) and makes ok() false for good, so a parser can
// read a whole record and check once.
#pragma once

#include "fovea/base/bytes.hpp"

#include <cstdint>

namespace fovea {

class ByteReader {
public:
    explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

    bool ok() const { return ok_; }
    std::size_t position() const { return position_; }
    std::size_t remaining() const { return bytes_.size() - position_; }

    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1, Order::Big)); }
    std::uint16_t be16() { return static_cast<std::uint16_t>(number(2, Order::Big)); }
    std::uint32_t be32() { return static_cast<std::uint32_t>(number(4, Order::Big)); }
    std::uint16_t le16() { return static_cast<std::uint16_t>(number(2, Order::Little)); }
    std::uint32_t le24() { return static_cast<std::uint32_t>(number(3, Order::Little)); }
    std::uint32_t le32() { return static_cast<std::uint32_t>(number(4, Order::Little)); }
    std::uint64_t le64() { return number(8, Order::Little); }

    ByteView take(std::size_t count) {
        if (count > remaining()) {
            ok_ = false;
            position_ = bytes_.size();
            return {};
        }
        const auto taken = bytes_.subspan(position_, count);
        position_ += count;
        return taken;
    }

    void skip(std::size_t count) { take(count); }

private:
    enum class Order { Big, Little };

    std::uint64_t number(std::size_t count, Order order) {
        const auto taken = take(count);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < taken.size(); ++i) {
            const auto digit = taken[order == Order::Big ? i : taken.size() - 1 - i];
            value = (value << 8) | std::to_integer<std::uint64_t>(digit);
        }
        return value;
    }

    ByteView bytes_;
    std::size_t position_ = 0;
    bool ok_ = true;
};

}  // namespace fovea
