#include "fovea/cli/text.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace fovea::cli {
namespace {

// The length of the UTF-8 character that `text` starts with; 0 when it starts with none. Refuses
// overlong forms, surrogates and what lies above U+10FFFF.
std::size_t character_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const auto first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return length;
}

bool is_control(std::string_view character) {
    const auto first = static_cast<std::uint8_t>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    return first == 0xC2 && static_cast<std::uint8_t>(character[1]) < 0xA0;  // U+0080 to U+009F
}

}  // namespace

std::string to_utf8(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const auto length = character_length(text);
        safe += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return safe;
}

std::string printable(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const auto length = character_length(text);
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
