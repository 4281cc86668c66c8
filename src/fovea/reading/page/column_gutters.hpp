// The gutter between two columns: what stands to its left and right has its own lines, not parts of
// the same rows.
#pragma once

#include "fovea/reading/page/gutters.hpp"
#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/rows.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fovea::reading {

struct Sides {
    std::vector<std::size_t> left;
    std::vector<std::size_t> right;
};

Sides sides_of(
    const std::vector<Piece>& pieces, const Interval& gutter, std::span<const std::size_t> which
);

// The most striking one of `gutters`, with all rows that it lasts for, also where one of the two
// columns begins earlier or ends later. A bar of links above or below them is not of the columns.
std::optional<Gutter> find_column_gutter(
    const std::vector<Piece>& pieces,
    std::span<const PageRow> rows,
    const std::vector<Gutter>& gutters
);

}  // namespace fovea::reading
