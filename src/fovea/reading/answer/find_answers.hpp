// What in a picture bears on a question, before it is put into words: for answer() and for several
// pictures at once.
//
// A question for something on the page is answered by weighing (find_value.hpp). Beside that stands a table of
// small rules, for what no line says or what takes more than one: a rule names the words by which it is called, and
// comes first where these are all of the question.
#pragma once

#include "fovea/reading/answer/finding.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct Rule {
    std::string_view name;
    // "many row|column": "many" and one of the others are asked. Without any it is always called.
    std::string_view when;
    std::string_view helps;  // further terms that it accounts for
    Findings (*find)(const Question& question, const View& view);
};

// In order of preference where two account for as much.
std::span<const Rule> answer_rules();

// Empty when nothing bears on it.
Findings find_answer(const Question& question, const View& view);

// The bare answer: of a list, all of it; of "no, disabled", "no"; empty where it is not certain.
std::string bare_answer(const Findings& found);

// "- lead: [x1, y1, x2, y2] text" with a line break.
std::string finding_text(const Finding& finding);

// Adds its lines and its boxes, which are those of picture `image`.
void add_findings(Told& told, const Findings& findings, std::size_t image);

}  // namespace fovea::reading
