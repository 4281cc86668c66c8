// Questions for something that stands on the page: amounts, dates, names, counts, the value of a label.
//
// All pieces of the page that are of the kind that is wanted are weighed by how much of the question stands
// beside them (coverage.hpp). The best is told plainly only where all that the question names belongs to it
// and no other comes near; else what comes nearest is told as uncertain.
#pragma once

#include "fovea/reading/answer/candidates.hpp"
#include "fovea/reading/answer/finding.hpp"

namespace fovea::reading {

Findings find_value(const Question& question, const View& view);

// "Which station has the highest phosphate?": in a column of a table, in a list of names and figures, or
// among the bars of a chart. Rows of totals do not count.
Findings find_extreme(const Asked& asked);

}  // namespace fovea::reading
