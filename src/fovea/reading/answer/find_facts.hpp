// Questions about the picture as a whole: what was measured or counted, not read.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"

namespace fovea::reading {

Findings find_size(const Question& question, const View& view);
// What the picture is of, where nothing else is asked about.
Findings find_kind(const Question& question, const View& view);
Findings find_background(const Question& question, const View& view);

// Of the text that is named, its letters and what they stand on; else the picture's main colours.
Findings find_colours(const Question& question, const View& view);

// Also says so when there are none: looking for them is part of every reading.
Findings find_barcodes(const Question& question, const View& view);

// Rows and columns of tables, lines, words, barcodes.
Findings find_counts(const Question& question, const View& view);

// The only number that stands alone in the upper or lower margin.
Findings find_page_number(const Question& question, const View& view);

// The line in the largest letters.
Findings find_title(const Question& question, const View& view);

}  // namespace fovea::reading
