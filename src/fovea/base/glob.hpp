// Patterns with * (any characters, none too) and ? (one). Nothing else is special.
#pragma once

#include <string_view>

namespace fovea {

bool fits_pattern(std::string_view text, std::string_view pattern);

}  // namespace fovea
