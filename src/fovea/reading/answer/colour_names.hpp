// Colours in words, as a person would name them from across the table. The hexadecimal value beside
// it is what was measured; the name only helps to find it.
#pragma once

#include "fovea/media/text/text_lines.hpp"

#include <string>

namespace fovea::reading {

// "dark blue", "light grey", "white"
std::string colour_name(const media::Colour& colour);

// "dark blue #1E3A8A"
std::string colour_text(const media::Colour& colour);

// "#1E3A8A"
std::string hex_text(const media::Colour& colour);

// How far apart two are, 0 to 765.
int distance(const media::Colour& a, const media::Colour& b);

// Red enough that people use it for what went wrong.
bool is_reddish(const media::Colour& colour);

}  // namespace fovea::reading
