// Characters of foreign text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::proxy {

// The text as valid UTF-8: every byte that is not part of it becomes U+FFFD.
std::string valid_utf8(std::string_view text);

struct Character {
    char32_t code = 0;
    std::size_t bytes = 1;
};

// The character at the beginning of valid UTF-8 that is not empty.
Character first_character(std::string_view text);

}  // namespace fovea::proxy
