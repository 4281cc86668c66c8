// Words that a crop has cut between two letters: what is left of them begins with a whole letter at the edge.
#pragma once

#include "fovea/reading/reading.hpp"

namespace fovea::reading {

// Sets Word::cut of those, where the reader saw no letter cut (Word::cut is set of what it saw). A column of
// writing of which no letter is cut stands at the edge as it is.
void mark_cut_words(Reading& reading);

}  // namespace fovea::reading
