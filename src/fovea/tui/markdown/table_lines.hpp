// A table in so many columns: as wide as its words where there is room, else with words broken in its cells, and
// where not even that can be read, row by row as "head: cell".
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace fovea::tui {

enum class Align : std::uint8_t { Left, Centre, Right };

using TableRow = std::vector<StyledText>;  // cells, each of one line or more

struct Table {
    std::vector<Align> aligns;
    TableRow head;
    std::vector<TableRow> rows;
};

// How wide each column is; nothing: row by row.
using ColumnWidths = std::optional<std::vector<int>>;
ColumnWidths column_widths(const Table& table, int columns);

StyledText table_head_lines(const Table& table, const ColumnWidths& widths, int columns);
// A row alone: for tables of which the beginning scrolled away.
StyledText table_row_lines(
    const Table& table, const TableRow& row, const ColumnWidths& widths, int columns
);
StyledText table_lines(const Table& table, int columns);

}  // namespace fovea::tui
