#include "fovea/reading/plain_text.hpp"

#include "fovea/base/unseen.hpp"
#include "fovea/base/utf8.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace fovea::reading {
namespace {

constexpr char32_t kNone = U'\uFFFD';  // what a stray byte counts as

bool separates(char32_t value) {
    return (value >= 0x09 && value <= 0x0D) || (value >= 0x1C && value <= 0x1F) || value == 0x85 ||
           value == 0x2028 || value == 0x2029;
}

}  // namespace

std::string plain_text(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    while (!text.empty()) {
        const auto [code, bytes] = first_character(text);
        if (code == kNone || (is_unseen(code) && !separates(code))) {
            plain += kReplacementCharacter;
        } else if (!separates(code)) {
            plain += text.substr(0, bytes);
        } else if (!plain.ends_with(' ')) {  // a carriage return and its line feed are one line end
            plain += ' ';
        }
        text.remove_prefix(bytes);
    }
    while (plain.ends_with(' ')) plain.pop_back();
    return plain;
}

bool is_shapes(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); i += 3) {
        // The three bytes E2 86 90 to E2 AF BF.
        const auto second = i + 2 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
        if (text[i] != '\xE2' || second < 0x86 || second > 0xAF) return false;
    }
    return !text.empty();
}

bool is_mark(std::string_view text) {
    constexpr std::string_view kMarks[] = {
        "+", "-", "\u2212", "\u2013", "\u2014", "\u2713", "\u2717", "\u00D7"};
    return std::ranges::find(kMarks, text) != std::end(kMarks);
}

}  // namespace fovea::reading
