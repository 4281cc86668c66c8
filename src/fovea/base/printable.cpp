#include "fovea/base/printable.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace fovea {

std::string printable(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const auto length = utf8_character_length(text);
        const auto character = text.substr(0, length == 0 ? 1 : length);
        if (length == 0 || is_unseen(first_character(text).code)) {
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

}  // namespace fovea
