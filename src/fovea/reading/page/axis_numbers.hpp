// Finds the numbers along the axes of charts: words that are numbers, stand in one column or one
// row, and whose values grow evenly with their place, as on a ruler.
//
//     find_axes(reading.words)      // {6 numbers from 0 to 100}, …
//
// Numbers of lines and of rows, pagers and calendars count evenly too and are left out.
#pragma once

#include "fovea/reading/word.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fovea::reading {

struct Axis {
    std::size_t numbers = 0;
    bool upright = false;

    bool operator==(const Axis&) const = default;
};

std::vector<Axis> find_axes(std::span<const Word> words);

// "1,200", "-0.5", "$40", "25%", "3k" and "1.5M"; none where there is more to it.
std::optional<double> number_of(std::string_view text);

}  // namespace fovea::reading
