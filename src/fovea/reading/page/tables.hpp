// Tables: rows of cells that stand below each other, flush left, flush right or centred.
//
//     if (const auto table = find_table(pieces, reading, rows)) …
//
// Cards, forms and running text in columns have rows and columns too. What tells a table is that a
// column keeps its edge and its style from row to row, and that its cells are short.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/page/rows.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fovea::reading {

struct Cell {
    std::vector<std::size_t> pieces;
    std::vector<std::size_t> words;  // line by line; none: the cell is empty

    bool empty() const { return words.empty(); }
};

using CellRows = std::vector<std::vector<Cell>>;  // equally many in each row

struct Table {
    std::size_t first = 0;  // of the rows given, both included
    std::size_t last = 0;
    CellRows cells;
};

// The largest table among rows that follow each other; what stands above and below is not of it.
std::optional<Table> find_table(
    const std::vector<Piece>& pieces, const Reading& reading, std::span<const PageRow> rows
);

}  // namespace fovea::reading
