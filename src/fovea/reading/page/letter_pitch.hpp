// How much of a picture's writing has letters of one width, over all of it: near 1 for a terminal,
// below 0.6 where fonts have narrow and wide letters. For a verdict on the whole; blocks of code are
// found by monospace.hpp.
#pragma once

#include "fovea/reading/word.hpp"

#include <span>

namespace fovea::reading {

// By letters; 0 where there are too few words to tell.
double share_of_one_pitch(std::span<const Word> words);

}  // namespace fovea::reading
