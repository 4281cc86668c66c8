// Words in ASCII, in any case, whatever the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace fovea {

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lowered(std::string_view text) {
    std::string low(text);
    std::ranges::transform(low, low.begin(), [](char c) { return lower(c); });
    return low;
}

inline bool same_word(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return lower(x) == lower(y);
    });
}

inline constexpr std::string_view kBlanks = " \t\r\n";

// Without any of `around` at both its ends.
inline std::string_view trimmed(std::string_view text, std::string_view around = kBlanks) {
    const auto first = text.find_first_not_of(around);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(around) - first + 1);
}

}  // namespace fovea
