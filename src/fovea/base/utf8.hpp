// Characters of foreign text, and valid UTF-8 out of any bytes.
//
//     object["name"] = to_utf8(file_name);
//     for (; !rest.empty(); rest.remove_prefix(first_character(rest).bytes)) { … }
//
// Files, tools and servers hand on whatever they hold. JSON is UTF-8, and one stray byte would make a
// whole session unreadable or a whole request refused. Valid is what RFC 3629 allows: overlong forms,
// surrogates and what lies above U+10FFFF are not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// Of the character that `text` starts with; 0 when it starts with none, or is empty.
std::size_t utf8_character_length(std::string_view text);

struct Character {
    char32_t code = 0;
    std::size_t bytes = 0;

    bool operator==(const Character&) const = default;
};

// The character that `text` starts with. A stray byte counts as U+FFFD of one byte, so that a loop
// gets on whatever it reads; only empty text gives none, of 0 bytes.
Character first_character(std::string_view text);

// Each byte that is not part of a character becomes U+FFFD.
std::string to_utf8(std::string_view text);

}  // namespace fovea
