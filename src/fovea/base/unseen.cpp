#include "fovea/base/unseen.hpp"

#include "fovea/base/utf8.hpp"

#include <algorithm>

namespace fovea {
namespace {

struct Range {
    char32_t first;
    char32_t last;
};

bool in(char32_t code, const auto& ranges) {
    return std::ranges::any_of(ranges, [&](const Range& range) {
        return code >= range.first && code <= range.last;
    });
}

constexpr Range kControls[] = {{0, 0x1F}, {0x7F, 0x9F}, {0x2028, 0x2029}};
constexpr Range kDirections[] = {
    {0x061C, 0x061C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}};
constexpr Range kNothing[] = {
    {0x00AD, 0x00AD},    // soft hyphen
    {0x034F, 0x034F},    // grapheme joiner
    {0x115F, 0x1160},    // Hangul fillers
    {0x17B4, 0x17B5},    // Khmer vowels that are not written
    {0x180B, 0x180F},    // Mongolian selectors
    {0x200B, 0x200B},    // zero-width space
    {0x2060, 0x2065},    // word joiner, invisible operators
    {0x206A, 0x206F},    // old format marks
    {0x3164, 0x3164},    // Hangul filler
    {0xFEFF, 0xFEFF},    // byte order mark
    {0xFFA0, 0xFFA0},    // half-width filler
    {0xFFF0, 0xFFFB},    // specials, interlinear marks
    {0x1BCA0, 0x1BCA3},  // shorthand format marks
    {0x1D173, 0x1D17A},  // musical format marks
    {0xE0000, 0xE0FFF},  // tags, and the further variation selectors
};

}  // namespace

bool is_control(char32_t code) {
    return in(code, kControls);
}

bool turns_direction(char32_t code) {
    return in(code, kDirections);
}

bool is_unseen(char32_t code) {
    return is_control(code) || turns_direction(code) || in(code, kNothing);
}

std::string without_unseen(std::string_view text) {
    std::string seen;
    seen.reserve(text.size());
    while (!text.empty()) {
        const auto [code, bytes] = first_character(text);
        if (!is_unseen(code) || code == '\n' || code == '\t') seen += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return seen;
}

}  // namespace fovea
