// A path as it stands in a result: valid UTF-8 on one line, whatever a file is called.
#pragma once

#include <string>
#include <string_view>

namespace fovea::tools {

std::string shown_path(std::string_view path);

}  // namespace fovea::tools
