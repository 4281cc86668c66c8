// "file:///home/me/my%20pictures" of an absolute path, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fovea::mcp {

std::string file_uri(std::string_view path);

// Nothing for what is no file of this machine.
std::optional<std::string> path_of_uri(std::string_view uri);

// "a b" of "a%20b"; nothing where a % has no two digits behind it, and for %00.
std::optional<std::string> percent_decoded(std::string_view text);

}  // namespace fovea::mcp
