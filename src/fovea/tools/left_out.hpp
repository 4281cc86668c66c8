// What a search says of files that it may not look into.
#pragma once

#include <cstddef>
#include <string>

namespace fovea::tools {

// A line for the end of a result; empty for none.
std::string left_out_line(std::size_t files);

}  // namespace fovea::tools
