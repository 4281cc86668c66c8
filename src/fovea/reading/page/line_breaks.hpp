// Where one line ends and the next one on the same band begins. Lines come cut at gaps wider than
// about their height, which is right for most columns, too often for justified text, and too seldom
// for a spreadsheet whose cells nearly touch.
//
// What tells a gutter from a wide space is the lines above and below: a gutter goes on there.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/reading.hpp"

#include <vector>

namespace fovea::reading {

// Joins pieces over gaps that are only wide spaces, cuts pieces at gaps that are gutters. A rule
// between two cells that was read as "|" is left out.
std::vector<Piece> settle_line_breaks(std::vector<Piece> pieces, const Reading& reading);

}  // namespace fovea::reading
