// The order in which a person reads a screen: columns one after the other, rows of a form and of a
// table across, cards one by one.
//
// The page is cut, part by part, at the gutter that lasts longest. What stands on both sides of it
// is either two columns or parts of the same rows; see alignment.hpp. Takes about n log n for each
// of a bounded number of levels.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/tables.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

// The next thing to read.
struct Stop {
    std::vector<std::size_t> pieces;  // one line, or a label and its value; a block of code
    CellRows cells;                   // a table, then without pieces
};

std::vector<Stop> reading_order(const std::vector<Piece>& pieces, const Reading& reading);

}  // namespace fovea::reading
