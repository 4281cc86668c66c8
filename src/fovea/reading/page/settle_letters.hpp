// Letters that look like others, settled by what stands around them: a lone 0 among numbers is no O, an x is smaller than
// an X, and a word of Latin letters has no Cyrillic one in it.
#pragma once

#include "fovea/reading/reading.hpp"

namespace fovea::reading {

void settle_letters(Reading& reading);

}  // namespace fovea::reading
