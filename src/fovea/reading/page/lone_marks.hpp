// Marks that stand by themselves: the + and - of a diff, the ticks and crosses of a list or a table. Specks and icons are
// read as such signs too; what stands before nothing marks nothing, and goes. A tick or a cross before the words of a list
// becomes the first word of their line.
#pragma once

#include "fovea/reading/reading.hpp"

namespace fovea::reading {

void settle_marks(Reading& reading);

}  // namespace fovea::reading
