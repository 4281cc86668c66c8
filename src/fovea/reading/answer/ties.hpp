// How the passages of a page belong together, by where they stand: a cell to its row and the head of its
// column, a value to the label before or above it, a line to the heading of its part of the page.
#pragma once

#include "fovea/reading/answer/passages.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct Tie {
    std::size_t passage = 0;
    double weight = 0;  // 0 to 1: how surely it belongs to it
};

// Of each passage, those that it belongs to; each once.
std::vector<std::vector<Tie>> ties_of(const Page& page, const std::vector<Passage>& passages);

// A number, an amount, a date, a time, with little else: what stands in a cell beside its name.
bool is_figure(std::string_view text);

// The row of a table that names its columns; none where the first row is one like all others.
std::optional<std::size_t> head_row(const Block& table);

// Its columns are the days of the week.
bool is_calendar(const Block& table);

}  // namespace fovea::reading
