// A message of the Chat Completions API while it is being read, whole or from the pieces of a
// stream, and the reply it becomes.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::providers::openai_chat {

struct Call {
    std::uint64_t index = 0;
    std::string id;
    std::string name;
    std::string arguments;  // as they came, perhaps in pieces
};

struct ChatMessage {
    std::string thinking;
    std::string text;
    bool refused = false;
    std::vector<Call> calls;
    std::optional<std::string> finish;
    Usage usage;
};

// The words of "content": a text, or a list of parts.
std::string content_text(const boost::json::value& message);

// What DeepSeek and llama.cpp call "reasoning_content", OpenRouter and vLLM "reasoning".
std::string reasoning_text(const boost::json::value& message);

// The calls of a message or of a piece of one; the single call of old servers too.
boost::json::array calls_in(const boost::json::value& message);

// Arguments as text; some servers send the object itself.
std::string arguments_text(const boost::json::value& call);

// An id for a call that has none: of the reply `body`, the call at `index`.
std::string call_id(const boost::json::value& body, std::uint64_t index);

// Of a reply, or of the chunk of a stream that has it; nothing when `body` tells none.
std::optional<Usage> read_usage(const boost::json::value& body);

// Garbled when a call cannot be understood, unless the reply was cut short: then the call is left
// out.
Result<Reply, WireFailure> to_reply(ChatMessage message, std::string_view kind);

}  // namespace fovea::providers::openai_chat
