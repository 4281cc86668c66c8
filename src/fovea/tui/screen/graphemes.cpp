#include "fovea/tui/screen/graphemes.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>

namespace fovea::tui {
namespace {

constexpr std::size_t kMaxGrapheme = 64;
constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kAsEmoji = 0xFE0F;

utf8proc_int32_t point(char32_t code) {
    return static_cast<utf8proc_int32_t>(code);
}

bool is_regional(char32_t code) {
    return code >= 0x1F1E6 && code <= 0x1F1FF;
}
bool is_skin_tone(char32_t code) {
    return code >= 0x1F3FB && code <= 0x1F3FF;
}

int columns_of(char32_t code) {
    if (code == kJoiner || code == kAsEmoji) return 0;
    return utf8proc_charwidth(point(code));
}

// Kitty's placeholders are of a private plane, which utf8proc gives no column.
bool is_placeholder(char32_t code) {
    return code == 0x10EEEE;
}

bool is_private(char32_t code) {
    return (code >= 0xE000 && code <= 0xF8FF) || code >= 0xF0000;
}

}  // namespace

Grapheme first_grapheme(std::string_view text) {
    if (text.empty()) return {};
    const auto byte = static_cast<unsigned char>(text.front());
    const bool is_ascii_next = text.size() < 2 || static_cast<unsigned char>(text[1]) < 0x80;
    if (byte >= 0x20 && byte < 0x7F && is_ascii_next) return {.bytes = 1, .columns = 1};

    const auto first = first_character(text);
    Grapheme found{.bytes = first.bytes, .columns = 1};
    if (utf8_character_length(text) == 0 || is_unseen(first.code)) {
        found.is_shown_as_is = false;
        return found;
    }
    found.columns = columns_of(first.code);
    if (is_private(first.code)) {
        found.columns = 1;
        found.is_certain = is_placeholder(first.code);
    }
    utf8proc_int32_t state = 0;
    auto before = first.code;
    while (found.bytes < text.size()) {
        const auto rest = text.substr(found.bytes);
        const auto next = first_character(rest);
        if (utf8_character_length(rest) == 0 || is_control(next.code)) break;
        if (utf8proc_grapheme_break_stateful(point(before), point(next.code), &state)) break;
        if (found.bytes + next.bytes > kMaxGrapheme || is_unseen(next.code)) break;
        if (next.code == kAsEmoji) found.columns = std::max(found.columns, 2);
        if (next.code == kJoiner || next.code == kAsEmoji || is_regional(next.code) ||
            is_skin_tone(next.code)) {
            found.is_certain = false;
        }
        found.columns += columns_of(next.code);
        found.bytes += next.bytes;
        before = next.code;
    }
    // A mark without a letter below it is shown on a blank.
    if (found.columns == 0) {
        found.columns = 1;
        found.is_certain = false;
    }
    return found;
}

std::size_t grapheme_before(std::string_view text, std::size_t end) {
    // From the last place that begins a grapheme whatever stands before it: a line's begin, or an ASCII
    // character.
    auto at = end;
    while (at > 0) {
        --at;
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte < 0x80) break;
    }
    auto last = at;
    while (at < end) {
        last = at;
        at += first_grapheme(text.substr(at)).bytes;
    }
    return end - last;
}

int display_width(std::string_view text) {
    int columns = 0;
    while (!text.empty()) {
        const auto next = first_grapheme(text);
        columns += next.columns;
        text.remove_prefix(next.bytes);
    }
    return columns;
}

std::string_view fit_width(std::string_view text, int columns) {
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const auto next = first_grapheme(text.substr(bytes));
        if (next.columns > columns) break;
        columns -= next.columns;
        bytes += next.bytes;
    }
    return text.substr(0, bytes);
}

std::string shorten_to_width(std::string_view text, int columns) {
    if (fit_width(text, columns).size() == text.size()) return std::string(text);
    if (columns <= 0) return {};
    return std::string(fit_width(text, columns - 1)) + "…";
}

}  // namespace fovea::tui
