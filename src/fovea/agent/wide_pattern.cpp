#include "fovea/agent/wide_pattern.hpp"

#include "fovea/base/glob.hpp"

namespace fovea::agent {

bool fits_widely(std::string_view text, std::string_view pattern) {
    if (fits_pattern(text, pattern)) return true;
    return pattern.ends_with("/**") && fits_pattern(text, pattern.substr(0, pattern.size() - 3));
}

std::string_view without_dot(std::string_view pattern) {
    while (pattern.starts_with("./")) pattern.remove_prefix(2);
    return pattern;
}

}  // namespace fovea::agent
