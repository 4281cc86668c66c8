// "Read line 3", "the last line", "what is on line 142?": a line by its number.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"

namespace fovea::reading {

// The line of code that carries the number, else the one that is so far down in reading order. Nothing
// where the question gives no number, or there are not so many lines.
Findings find_numbered_line(const Question& question, const View& view);

}  // namespace fovea::reading
