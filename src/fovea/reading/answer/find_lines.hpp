// Questions for the place of words, and for all of the text.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

// Passages that the question names, the closest match first: "Sign in" before "Sign in to
// continue". Words like "button" or "colour" say how it is asked and name nothing.
std::vector<std::size_t> passages_named(const Question& question, const View& view);

// "Where is the Save button?": the boxes of the text that is named.
Findings find_places(const Question& question, const View& view);

// All that was read.
Findings find_whole_text(const Question& question, const View& view);

// All that can be told.
Findings find_description(const Question& question, const View& view);

}  // namespace fovea::reading
