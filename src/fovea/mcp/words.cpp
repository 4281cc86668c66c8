#include "fovea/mcp/words.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

namespace fovea::mcp {
namespace {

enum class Breaks { Keep, Join };

std::string clean(std::string_view text, std::size_t max_bytes, Breaks breaks) {
    std::string words;
    while (!text.empty()) {
        const auto next = first_character(text);
        const bool is_break = next.code == '\n' || next.code == '\t';
        if (words.size() + next.bytes > max_bytes) return words + "…";
        if (is_break && breaks == Breaks::Join) {
            words += ' ';
        } else if (is_break || !is_unseen(next.code)) {
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
