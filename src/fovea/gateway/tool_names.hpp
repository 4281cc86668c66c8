// Names of tools that every provider takes: letters, digits, "_" and "-", 64 of them at most. Clients have longer ones (of MCP
// servers), and servers refuse a whole request for one of them.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <string>
#include <string_view>

namespace fovea::gateway {

// The tools, the calls of the conversation, and the one that must be called.
void rename_tools(ParsedRequest& request);

// What the client calls the tool of a reply, and the namespace that it knows it in; empty: none.
std::string_view their_name(const ParsedRequest& request, std::string_view name);
std::string_view their_space(const ParsedRequest& request, std::string_view name);

// The name of a tool in a namespace, for models.
std::string name_in_space(std::string_view space, std::string_view name);

}  // namespace fovea::gateway
