// What a tool gave, as the result of tools/call.
//
// An analysis is said once in each form that its client may take: as content, the words and behind them
// as JSON whatever else there is to know, and links to the originals; and as `structuredContent`.
// Clients older than that get the content alone; those that are known to drop it (client_host.hpp), the
// structured content alone. A picture stands once, behind the words about it. The whole stays under
// kMaxResult, because hosts refuse more: the JSON in the content goes first, then words are cut, with a
// note and without opening a fence, then lists are.
#pragma once

#include "fovea/base/error.hpp"
#include "fovea/mcp/server/era.hpp"
#include "fovea/mcp/server/served_tool.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <string>

namespace fovea::mcp {

// Claude Desktop refuses results over 1 MiB; the message around the result takes some.
inline constexpr std::size_t kMaxResult = (1u << 20) - (16u << 10);

boost::json::object to_json(const Answer& answer, const Era& era);

// "FILE_NOT_FOUND: …" for the client's model.
boost::json::object to_json(const Error& error);

// At most `max_bytes` and a note. Where a line near the end closes a fence, it stays, with what is behind.
std::string cut_words(const std::string& text, std::size_t max_bytes);

}  // namespace fovea::mcp
