#include "fovea/cli/text.hpp"

#include "fovea/base/utf8.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace fovea::cli {
namespace {

bool is_control(std::string_view character) {
    const auto first = static_cast<std::uint8_t>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<std::uint8_t>(character[1]) < 0xA0;  // U+0080 to U+009F
}

}  // namespace

std::string printable(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const auto length = utf8_character_length(text);
        const auto character = text.substr(0, length == 0 ? 1 : length);
        if (length == 0 || is_control(character)) {
            for (const char c : character) {
                safe += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(c));
            }
        } else {
            safe += character;
        }
        text.remove_prefix(character.size());
    }
    return safe;
}

}  // namespace fovea::cli
