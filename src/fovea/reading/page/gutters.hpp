// Gutters: free space from top to bottom between what stands to the left and to the right of it.
//
// A gutter lasts for a range of rows; a heading across it ends it. Of all gutters of an area, the
// one that lasts longest shows how the area is built.
#pragma once

#include "fovea/reading/page/rows.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::reading {

struct Gutter {
    Interval free;
    std::size_t first = 0;  // rows, both included
    std::size_t last = 0;
    double height = 0;  // in which there is something on both sides
    double weight = 0;  // how striking it is
};

// The most striking first, by height and width; at most `most` of them.
std::vector<Gutter> find_gutters(std::span<const PageRow> rows, double em, std::size_t most);

}  // namespace fovea::reading
