#include "fovea/tui/markdown/safe_link.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace fovea::tui {
namespace {

constexpr std::string_view kSchemes[] = {"https://", "http://", "mailto:"};
constexpr std::size_t kMaxAddress = 2000;  // terminals differ; beyond 2083 VTE drops it

}  // namespace

std::string safe_link(std::string_view address) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto begins = [&](std::string_view scheme) {
        return address.size() > scheme.size() &&
               lowered(address.substr(0, scheme.size())) == scheme;
    };
    if (std::ranges::none_of(kSchemes, begins)) return {};
    std::string safe;
    for (const char letter : address) {
        const auto byte = static_cast<unsigned char>(letter);
        // Whoever hides a line end or an escape in an address means no good.
        if (byte < 0x20 || byte == 0x7F) return {};
        if (byte > 0x20 && byte < 0x7F) {
            safe += letter;
            continue;
        }
        safe += '%';
        safe += kDigits[byte >> 4];
        safe += kDigits[byte & 15];
    }
    return safe.size() > kMaxAddress ? std::string() : safe;
}

}  // namespace fovea::tui
