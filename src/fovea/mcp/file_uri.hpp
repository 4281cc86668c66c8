// "file:///home/me/my%20pictures" of an absolute path.
#pragma once

#include <string>
#include <string_view>

namespace fovea::mcp {

std::string file_uri(std::string_view path);

}  // namespace fovea::mcp
