// Pieces of a reply as the events of Anthropic's streaming API, in its order:
//
//     message_start, (content_block_start, content_block_delta…, content_block_stop)…,
//     message_delta, message_stop
//
//     PartialMessage partial([&](json::object event) { frame(event); });
//     partial.add(piece, "msg_1", "anthropic/claude-opus-5");
//     partial.finish(reply, "msg_1");
//
// One block is open at a time. A reply that came as a whole is told as if it had been streamed; one
// that broke off is forgotten, and the next begins anew.
#pragma once

#include "fovea/agent/events.hpp"

#include <boost/json/fwd.hpp>

#include <functional>
#include <string>

namespace fovea::protocol::claude {

class PartialMessage {
public:
    using Sink = std::function<void(boost::json::object event)>;

    explicit PartialMessage(Sink sink) : sink_(std::move(sink)) {}

    void add(const providers::StreamEvent& piece, const std::string& id, const std::string& model);
    void finish(const agent::Replied& reply, const std::string& id);
    void forget();

private:
    void begin(const std::string& id, const std::string& model);
    void open(const std::string& block, boost::json::object start);
    void close();
    void delta(boost::json::object piece);
    void add_piece(const providers::TextDelta& piece);
    void add_piece(const providers::ThinkingDelta& piece);
    void add_piece(const providers::ToolUseStarted& piece);
    void add_piece(const providers::ToolInputDelta& piece);

    Sink sink_;
    bool begun_ = false;
    std::string open_;  // "text", "thinking" or "tool:ID"; empty: none
    int index_ = -1;
};

}  // namespace fovea::protocol::claude
