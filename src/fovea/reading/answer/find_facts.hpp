// Questions for what no line of the page says: what was measured in the picture, what kind of picture it is,
// its lines by their place or their look, and all of its text.
#pragma once

#include "fovea/reading/answer/finding.hpp"

namespace fovea::reading {

Findings find_size(const Question& question, const View& view);
Findings find_kind(const Question& question, const View& view);
Findings find_background(const Question& question, const View& view);  // of the largest area
Findings find_barcodes(const Question& question, const View& view);
Findings find_counts(const Question& question, const View& view);  // of rows, lines, words
Findings find_whole_text(const Question& question, const View& view);
Findings find_description(const Question& question, const View& view);

Findings find_title(const Question& question, const View& view);  // in the largest letters
Findings find_page_number(const Question& question, const View& view);

// "Which file is selected?", where nothing but the ground of its row tells it.
Findings find_marked(const Question& question, const View& view);

// "Read line 3": by the number in its margin, else counted from the top.
Findings find_numbered_line(const Question& question, const View& view);

// The letters of the lines that are named; without any, the main colours of the picture.
Findings find_colours(const Question& question, const View& view);

// Where the words stand that are named, to be clicked.
Findings find_places(const Question& question, const View& view);

}  // namespace fovea::reading
