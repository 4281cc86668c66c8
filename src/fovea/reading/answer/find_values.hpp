// Questions for a value by its name: cells of tables by their row and column, numbers beside or
// below a label, the text behind a colon.
#pragma once

#include "fovea/reading/answer/answer_rules.hpp"

namespace fovea::reading {

// "error rate of Eridanus": the cell; with only a row or only a column named, that.
Findings find_cells(const Question& question, const View& view);

// "which provider has the highest error rate": the cell of that column, by its number.
Findings find_extreme(const Question& question, const View& view);

// "total" of "Total: 45 EUR", or of a label with the value beside or below it.
Findings find_labelled(const Question& question, const View& view);

}  // namespace fovea::reading
