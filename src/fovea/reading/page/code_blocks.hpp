// Finds programs and terminals: writing in which all letters are equally wide and stand in the
// columns of a grid. Works before columns and tables are looked for: the gaps in code are neither.
#pragma once

#include "fovea/reading/page/page.hpp"
#include "fovea/reading/page/pieces.hpp"
#include "fovea/reading/reading.hpp"

#include <vector>

namespace fovea::reading {

// Takes the pieces of each block out of `pieces` and leaves one that stands for it, with
// Piece::block as an index in what is returned. Numbers of lines become the first letters of their
// lines.
std::vector<Block> take_code_blocks(std::vector<Piece>& pieces, const Reading& reading);

}  // namespace fovea::reading
