// Lines of styled text as cells of a terminal: one for each column.
//
//     const CellRow row = cells_of(line, columns);
//
// Here foreign text becomes safe: controls, stray bytes and marks that nobody sees are U+FFFD, and links are
// addresses of the web and nothing else.
#pragma once

#include "fovea/tui/screen/styled_text.hpp"

#include <string>
#include <vector>

namespace fovea::tui {

struct Cell {
    std::string text;  // a grapheme; empty: the right part of the wide one before it
    Style style = {};
    std::string link = {};
    int columns = 1;
    bool is_certain = true;  // graphemes.hpp

    bool operator==(const Cell&) const = default;
};

using CellRow = std::vector<Cell>;

// As much as fits into `columns`; blanks without a look of their own at the end are left out.
CellRow cells_of(const StyledLine& line, int columns);

}  // namespace fovea::tui
