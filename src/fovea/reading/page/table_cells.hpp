// Cuts rows into cells, by the columns that they share.
#pragma once

#include "fovea/reading/page/tables.hpp"

#include <span>
#include <vector>

namespace fovea::reading {

// Rows of equally many cells, or no rows where this is no table at all. Lines that only continue
// the cells above them are put to those.
CellRows cut_cells(
    const std::vector<Piece>& pieces,
    const Reading& reading,
    std::span<const PageRow> rows,
    double em
);

}  // namespace fovea::reading
