// What stands side by side: parts of the same rows (a label and its value, cells of a table), or
// columns that have nothing to do with each other (a side bar and an article).
#pragma once

#include "fovea/reading/page/pieces.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

// The share of lines that have a partner on the other side, of those that could: 0 for columns,
// 1 for rows. Also 1 where the sides take turns like the messages of a chat; 0 for running text, as
// two columns of a newspaper may share all baselines.
double alignment(
    const std::vector<Piece>& pieces,
    std::span<const std::size_t> left,
    std::span<const std::size_t> right
);

// From which on lines are read across. By chance a third of them match.
constexpr double kReadsAcross = 0.72;

}  // namespace fovea::reading
