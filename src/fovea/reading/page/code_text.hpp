// The text of one line of code, with spaces where the grid of its letters has them.
#pragma once

#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace fovea::reading {

struct CodeGrid {
    double origin = 0;   // left side of the first column
    double advance = 1;  // from column to column
};

// Column in which a word begins.
double column_of(const Word& word, TextTurn turn, const CodeGrid& grid);

// `words` from left to right. Begins with the spaces of the indentation.
std::string code_text(
    const Reading& reading, std::span<const std::size_t> words, const CodeGrid& grid
);

}  // namespace fovea::reading
