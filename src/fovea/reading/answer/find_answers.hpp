// What in a picture bears on a question, before it is put into words: for answer() and for several
// pictures at once.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"

#include <string>
#include <vector>

namespace fovea::reading {

// Of each rule that accounts for something of the question which the ones before did not; empty
// when nothing bears on it.
std::vector<Findings> find_answers(const Question& question, const View& view);

// The bare answer: of a list, all of it; of "no, disabled", "no"; empty where it is not certain.
std::string bare_answer(const std::vector<Findings>& found);

// "- lead: [x1, y1, x2, y2] text" with a line break.
std::string finding_text(const Finding& finding);

// Adds its lines and its boxes, which are those of picture `image`.
void add_findings(Told& told, const Findings& findings, std::size_t image);

}  // namespace fovea::reading
