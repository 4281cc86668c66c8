#include "fovea/tools/left_out.hpp"

#include <fmt/format.h>

namespace fovea::tools {

std::string left_out_line(std::size_t files) {
    if (files == 0) return {};
    return fmt::format(
        "[{} left out: a permission rule keeps {} from being read]\n",
        files == 1 ? "1 file is" : std::to_string(files) + " files are",
        files == 1 ? "it" : "them"
    );
}

}  // namespace fovea::tools
