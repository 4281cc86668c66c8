#include "fovea/protocol/claude/uuid.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string_view>

namespace fovea::protocol::claude {

std::string random_uuid() {
    std::array<std::uint8_t, 16> random{};
    while (::getrandom(random.data(), random.size(), 0) < 0 && errno == EINTR) {
    }
    random[6] = static_cast<std::uint8_t>((random[6] & 0x0F) | 0x40);  // version 4
    random[8] = static_cast<std::uint8_t>((random[8] & 0x3F) | 0x80);  // the variant of RFC 9562
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string uuid;
    for (std::size_t i = 0; i < random.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) uuid += '-';
        uuid += kDigits[random[i] >> 4];
        uuid += kDigits[random[i] & 0x0F];
    }
    return uuid;
}

}  // namespace fovea::protocol::claude
