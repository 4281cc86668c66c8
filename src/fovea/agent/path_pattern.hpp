// Patterns over paths: `*` and `?` end at a slash, `**` does not.
//
//     fits_path_pattern("docs/a.md", "docs/*.md");        // true
//     fits_path_pattern("docs/old/a.md", "docs/*.md");    // false
//     fits_path_pattern("docs/old/a.md", "docs/**");      // true, and so is "docs" itself
//     fits_path_pattern("a.md", "**/a.md");               // true
#pragma once

#include <string_view>

namespace fovea::agent {

// The work is at most path times pattern, whatever they are.
bool fits_path_pattern(std::string_view path, std::string_view pattern);

}  // namespace fovea::agent
