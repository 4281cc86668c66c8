#include "fovea/proxy/utf8.hpp"

#include <cstdint>

namespace fovea::proxy {
namespace {

std::uint8_t byte(std::string_view text, std::size_t i) {
    return static_cast<std::uint8_t>(text[i]);
}

// The length of the character that `text` starts with; 0 when it starts with none. Refuses overlong
// forms, surrogates and what lies above U+10FFFF.
std::size_t character_length(std::string_view text) {
    const auto first = byte(text, 0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(text, i) & 0xC0) != 0x80) return 0;
    }
    if (first == 0xE0 && byte(text, 1) < 0xA0) return 0;
    if (first == 0xED && byte(text, 1) > 0x9F) return 0;
    if (first == 0xF0 && byte(text, 1) < 0x90) return 0;
    if (first == 0xF4 && byte(text, 1) > 0x8F) return 0;
    return length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const auto length = character_length(text);
        valid += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return valid;
}

Character first_character(std::string_view text) {
    const auto length = character_length(text);
    if (length <= 1) return {byte(text, 0), 1};
    char32_t code = byte(text, 0) & (0xFFu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (byte(text, i) & 0x3Fu);
    return {code, length};
}

}  // namespace fovea::proxy
