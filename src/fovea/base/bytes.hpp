// Bytes of files and messages. A view borrows for the call; Bytes owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fovea {

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

inline ByteView as_bytes(std::string_view text) {
    return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

inline std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The bytes as the unsigned chars that C libraries speak of.
inline const std::uint8_t* octets(ByteView bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

}  // namespace fovea
