#include "fovea/base/glob.hpp"

namespace fovea {

// Goes back only to the last star, so the work is at most text times pattern.
bool fits_pattern(std::string_view text, std::string_view pattern) {
    std::size_t at = 0, in_pattern = 0;
    std::size_t star = std::string_view::npos, from = 0;
    while (at < text.size()) {
        if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
            star = in_pattern++;
            from = at;
        } else if (in_pattern < pattern.size() && (pattern[in_pattern] == '?' || pattern[in_pattern] == text[at])) {
            ++at;
            ++in_pattern;
        } else if (star != std::string_view::npos) {
            in_pattern = star + 1;
            at = ++from;
        } else {
            return false;
        }
    }
    while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
    return in_pattern == pattern.size();
}

}  // namespace fovea
