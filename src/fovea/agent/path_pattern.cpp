#include "fovea/agent/path_pattern.hpp"

#include <cstddef>
#include <vector>

namespace fovea::agent {
namespace {

// fits[i]: whether path.substr(i) fits the part of the pattern that was looked at, from its end.
using Fits = std::vector<bool>;

Fits before_character(const Fits& behind, std::string_view path, char wanted) {
    Fits fits(path.size() + 1, false);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool same = wanted == '?' ? path[i] != '/' : path[i] == wanted;
        fits[i] = same && behind[i + 1];
    }
    return fits;
}

enum class Slashes : bool { End, Pass };

Fits before_star(const Fits& behind, std::string_view path, Slashes slashes) {
    Fits fits(path.size() + 1, false);
    for (std::size_t i = path.size() + 1; i-- > 0;) {
        const bool passes = i < path.size() && (slashes == Slashes::Pass || path[i] != '/');
        fits[i] = behind[i] || (passes && fits[i + 1]);
    }
    return fits;
}

// "**/": any folders, or none.
Fits before_folders(const Fits& behind, std::string_view path) {
    Fits fits(path.size() + 1, false);
    bool later = false;  // something behind a slash further on fits
    for (std::size_t i = path.size() + 1; i-- > 0;) {
        fits[i] = behind[i] || later;
        if (i > 0 && path[i - 1] == '/' && behind[i]) later = true;
    }
    return fits;
}

}  // namespace

bool fits_path_pattern(std::string_view path, std::string_view pattern) {
    if (pattern.ends_with("/**") && fits_path_pattern(path, pattern.substr(0, pattern.size() - 3)))
        return true;
    Fits fits(path.size() + 1, false);
    fits[path.size()] = true;
    while (!pattern.empty()) {
        if (pattern.ends_with("**/") &&
            (pattern.size() == 3 || pattern[pattern.size() - 4] == '/')) {
            fits = before_folders(fits, path);
            pattern.remove_suffix(3);
        } else if (pattern.ends_with("**")) {
            fits = before_star(fits, path, Slashes::Pass);
            pattern.remove_suffix(2);
        } else if (pattern.ends_with('*')) {
            fits = before_star(fits, path, Slashes::End);
            pattern.remove_suffix(1);
        } else {
            fits = before_character(fits, path, pattern.back());
            pattern.remove_suffix(1);
        }
    }
    return fits[0];
}

}  // namespace fovea::agent
