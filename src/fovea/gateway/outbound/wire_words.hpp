// What the writers of all dialects need: lines of a stream, names of ends, ids.
#pragma once

#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"

#include <boost/json/fwd.hpp>

#include <string>
#include <string_view>

namespace fovea::gateway {

// "event: NAME\ndata: {…}\n\n"; without a name only the data.
std::string sse_event(std::string_view name, const boost::json::value& data);

// OpenAI's code for a conversation of more tokens than the model takes.
inline constexpr std::string_view kContextTooLong = "context_length_exceeded";

inline constexpr std::string_view kSseComment = ": ping\n\n";

// "2026-11-18T19:25:50Z"
std::string rfc3339(std::chrono::sys_seconds time);

// A reply that calls a tool has stopped for it, whatever its server said.
providers::FinishReason finish_of(const providers::Reply& reply);

bool is_free_text_tool(const ParsedRequest& request, std::string_view name);

// The text that a call of such a tool carries; the whole input where the model did not keep to it.
std::string free_text_of(std::string_view input);

}  // namespace fovea::gateway
