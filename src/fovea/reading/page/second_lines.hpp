// Rows of a table whose cells have several lines.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/rows.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

struct MergedRows {
    std::vector<PageRow> rows;
    std::vector<std::size_t> last;  // of the rows given, for each
};

// Second and further lines of cells, put to the first ones. They stand close below them, and what
// follows stands further away.
MergedRows merge_second_lines(const std::vector<Piece>& pieces, std::span<const PageRow> rows);

}  // namespace fovea::reading
