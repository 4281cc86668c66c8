// Lines that follow each other in reading order, put together to paragraphs.
#pragma once

#include "fovea/reading/page/pieces.hpp"

namespace fovea::reading {

// Whether `line` goes on with the paragraph that ends with `above`; `step` is the distance of the
// baselines before, or 0. Same font and colours, one close below the other, flush left or centred.
bool continues_paragraph(const Piece& above, const Piece& line, double step);

}  // namespace fovea::reading
