#include "fovea/mcp/words.hpp"

#include "fovea/base/utf8.hpp"

namespace fovea::mcp {
namespace {

bool is_control(char32_t code) {
    const bool ascii = code < 0x20 || code == 0x7f;
    const bool c1 = code >= 0x80 && code < 0xa0;
    const bool direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return ascii || c1 || direction;
}

enum class Breaks { Keep, Join };

std::string clean(std::string_view text, std::size_t max_bytes, Breaks breaks) {
    std::string words;
    while (!text.empty()) {
        const auto next = first_character(text);
        const bool is_break = next.code == '\n' || next.code == '\t';
        if (words.size() + next.bytes > max_bytes) return words + "…";
        if (is_break && breaks == Breaks::Join) {
            words += ' ';
        } else if (is_break || !is_control(next.code)) {
            words += to_utf8(text.substr(0, next.bytes));
        }
        text.remove_prefix(next.bytes);
    }
    return words;
}

}  // namespace

std::string clean_words(std::string_view text, std::size_t max_bytes) {
    return clean(text, max_bytes, Breaks::Keep);
}

std::string clean_line(std::string_view text, std::size_t max_bytes) {
    return clean(text, max_bytes, Breaks::Join);
}

}  // namespace fovea::mcp
