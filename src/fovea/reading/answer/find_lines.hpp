// Questions that are answered by the lines which hold their words.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"
#include "fovea/reading/answer/typed_text.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

// Passages that the question names, the closest match first: "Sign in" before "Sign in to
// continue". Words like "button" or "colour" say how it is asked and name nothing.
std::vector<std::size_t> passages_named(const Question& question, const View& view);

// "Where is the Save button?": the boxes of the text that is named.
Findings find_places(const Question& question, const View& view);

// Any other question: the lines with most of its words, rare words first.
Findings find_lines(const Question& question, const View& view);

// "What is the e-mail address?": all pieces of that form, those beside the question's other words
// first.
template <TextType kType>
Findings find_of_type(const Question& question, const View& view);

// The same where the form only follows from how it is asked ("how much", "when"): pieces beside none of
// its other words are no answer.
template <TextType kType>
Findings find_named_of_type(const Question& question, const View& view);

// All that was read.
Findings find_whole_text(const Question& question, const View& view);

// All that can be told.
Findings find_description(const Question& question, const View& view);

}  // namespace fovea::reading
