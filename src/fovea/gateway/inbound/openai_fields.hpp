// What bodies of both OpenAI APIs and of Ollama have in common: tools, the choice among them, effort.
#pragma once

#include "fovea/gateway/inbound/reading.hpp"

#include <string>
#include <string_view>

namespace fovea::gateway {

// How a tool that takes free text goes to models, all of which know tools that take an object: the text
// is its "input".
inline constexpr std::string_view kFreeTextSchema =
    R"({"type":"object","properties":{"input":{"type":"string"}},"required":["input"],"additionalProperties":false})";

// The call of such a tool.
std::string free_text_input(std::string_view text);

// "tools"; `nested`: a function stands in an object of its own, as in Chat and Ollama.
enum class ToolShape : std::uint8_t { Nested, Flat };
Result<void> read_tools(const boost::json::value& body, ToolShape shape, Reading& reading);

// "tool_choice" and "parallel_tool_calls".
Result<void> read_tool_choice(const boost::json::value& body, ToolShape shape, Reading& reading);

// InvalidInput for a word that is none.
// OpenAI remembers every prompt unasked. Others are asked where the prompt comes again: an agent's, or one that its program
// gave a key.
bool is_worth_caching(const ParsedRequest& request);

Result<providers::Effort> read_effort(std::string_view word, std::string_view place);

// {"type": "json_schema", …}, with the schema in `schema`.
Result<void> read_format(
    const boost::json::value& format,
    const boost::json::value& schema,
    std::string_view place,
    Reading& reading
);

// Arguments of a call: the text of an object, or the object.
std::string read_arguments(const boost::json::value& arguments, const Reading& reading);

}  // namespace fovea::gateway
