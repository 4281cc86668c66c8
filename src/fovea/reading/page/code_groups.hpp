// Pieces in a font of equally wide letters, gathered into groups that share one grid.
#pragma once

#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

struct CodeGroup {
    double advance = 0;
    double em = 0;
    std::vector<std::size_t> pieces;  // indices, by their baselines
};

std::vector<CodeGroup> group_code(const std::vector<Piece>& pieces, const Reading& reading);

}  // namespace fovea::reading
