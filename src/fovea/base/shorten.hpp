// The beginning of a text that is too long, never ending inside a character.
//
//     shorten(message, 400)             // bytes; "…" behind what was cut
//     shorten_characters(label, 60)     // characters
#pragma once

#include "fovea/base/utf8.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea {

inline std::string_view beginning(std::string_view text, std::size_t max_bytes) {
    if (text.size() <= max_bytes) return text;
    auto end = max_bytes;
    // At most three bytes follow the first of a character; more are no text, and cut anywhere.
    for (int i = 0; i < 3 && end > 0; ++i) {
        if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80) break;
        --end;
    }
    return text.substr(0, end);
}

// Valid UTF-8, with `mark` behind it where something was cut.
inline std::string shorten(
    std::string_view text, std::size_t max_bytes, std::string_view mark = "…"
) {
    auto out = to_utf8(beginning(text, max_bytes));
    if (text.size() > max_bytes) out += mark;
    return out;
}

inline std::size_t count_characters(std::string_view text) {
    std::size_t count = 0;
    for (; !text.empty(); ++count) text.remove_prefix(first_character(text).bytes);
    return count;
}

inline std::string_view first_characters(std::string_view text, std::size_t most) {
    auto rest = text;
    for (std::size_t count = 0; !rest.empty() && count < most; ++count) {
        rest.remove_prefix(first_character(rest).bytes);
    }
    return text.substr(0, text.size() - rest.size());
}

inline std::string shorten_characters(
    std::string_view text, std::size_t most, std::string_view mark = "…"
) {
    const auto kept = first_characters(text, most);
    auto out = to_utf8(kept);
    if (kept.size() < text.size()) out += mark;
    return out;
}

}  // namespace fovea
