// How deny and ask compare a text with a rule's argument: `*` stands for slashes too, and "secrets/**"
// is about the folder as well. Whatever could be meant is.
#pragma once

#include <string_view>

namespace fovea::agent {

bool fits_widely(std::string_view text, std::string_view pattern);

// "./secrets/**" means "secrets/**".
std::string_view without_dot(std::string_view pattern);

}  // namespace fovea::agent
