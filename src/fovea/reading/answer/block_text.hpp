// The text of a page as a language model reads it best: each block with its pixel box, tables as
// rows between bars, code inside a fence with its indentation.
//
//     [48, 36, 883, 72] TypeError: Cannot read properties of undefined
//     [48, 120, 600, 310] table, 2 rows x 2 columns:
//     | Provider | Status |
//     | Aster | Healthy |
#pragma once

#include "fovea/reading/page/page.hpp"

#include <cstddef>
#include <string>

namespace fovea::reading {

// What a box of it is called: its first words, "table 5x4" (rows, columns) or "code, 12 lines".
std::string block_label(const Block& block);

// Ends with a line break; empty for a block that holds no text.
std::string block_text(const Block& block);

// All blocks in reading order; small ones that stand side by side share a line. Stops before it
// would pass `max_bytes` and says how many blocks are left out.
std::string page_text(const Page& page, std::size_t max_bytes);

}  // namespace fovea::reading
