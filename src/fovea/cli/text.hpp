// Names and messages from outside, made safe to show. A file may be called anything.
#pragma once

#include <string>
#include <string_view>

namespace fovea::cli {

// Valid UTF-8 for JSON: every byte that is not part of it becomes U+FFFD.
std::string to_utf8(std::string_view text);

// For a terminal: valid UTF-8 in which control characters are written as \x1b, so that a name can
// neither colour the screen nor forge a line.
std::string printable(std::string_view text);

}  // namespace fovea::cli
