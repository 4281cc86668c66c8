// What a model calls a server's tool by: mcp__SERVER__TOOL, of the characters and the length that
// every provider takes ([a-zA-Z0-9_-]{1,64}).
//
//     tool_name("files", "read");        // "mcp__files__read"
//     tool_name("files", "read.text");   // "mcp__files__read_text_a7e1edac"
//
// The same for the same server and tool, always: rules of permission name it. Where a part had to be
// changed or cut, a hash of both whole names is behind, so that no two are called the same.
#pragma once

#include <string>
#include <string_view>

namespace fovea::mcp {

std::string tool_name(std::string_view server, std::string_view tool);

}  // namespace fovea::mcp
