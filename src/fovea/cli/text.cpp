#include "fovea/cli/text.hpp"

#include "fovea/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace fovea::cli {
namespace {

bool is_control(std::string_view character) {
    const auto first = static_cast<std::uint8_t>(character[0]);
    if (character.size() == 1) return first < 0x20 || first == 0x7F;
    if (character.size() == 3 && first == 0xE2) {
        const bool line_or_direction =  // U+2028 to U+202E
            character >= "\xE2\x80\xA8" && character <= "\xE2\x80\xAE";
        const bool isolate = character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9";
        return line_or_direction || isolate;
    }
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

std::string printable_lines(std::string_view text) {
    std::string spaced;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\t') {
            spaced += "    ";
        } else if (text.substr(i, 2) != "\r\n") {
            spaced += text[i];
        }
    }
    std::string safe;
    for (std::string_view rest = spaced; !rest.empty();) {
        const auto end = std::min(rest.find('\n'), rest.size());
        safe += printable(rest.substr(0, end));
        if (end < rest.size()) safe += "\n";
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return safe;
}

}  // namespace fovea::cli
