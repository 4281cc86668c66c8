// Names and messages from outside, made safe to show. A file may be called anything.
#pragma once

#include <string>
#include <string_view>

namespace fovea {

// For a terminal: valid UTF-8 in which characters that nobody sees (base/unseen.hpp) are written as \x1b, so that
// a name can neither colour the screen nor forge a line.
std::string printable(std::string_view text);

// The same for text of several lines: line ends stay, tabs become spaces.
std::string printable_lines(std::string_view text);

}  // namespace fovea
