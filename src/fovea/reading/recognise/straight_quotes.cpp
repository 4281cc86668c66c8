#include "fovea/reading/recognise/straight_quotes.hpp"

namespace fovea::reading {

std::string with_straight_quotes(std::string_view text) {
    // U+2018 to U+201F are E2 80 98 to E2 80 9F; the last four are double.
    constexpr std::string_view kStart = "\xE2\x80";
    std::string straight;
    straight.reserve(text.size());
    while (!text.empty()) {
        const auto last = text.size() > 2 ? static_cast<unsigned char>(text[2]) : 0;
        if (text.starts_with(kStart) && last >= 0x98 && last <= 0x9F) {
            straight += last >= 0x9C ? '"' : '\'';
            text.remove_prefix(3);
        } else {
            straight += text.front();
            text.remove_prefix(1);
        }
    }
    return straight;
}

}  // namespace fovea::reading
