// What a client hears of one message that it posted: the answer as JSON, or a stream of events where something
// comes before it.
//
//     const auto voice = std::make_shared<McpVoice>(request.id);
//     session->take(body, voice->send());          // any thread; nothing is lost before the wire is there
//     response.later = make_message_answer(voice, …);
#pragma once

#include "fovea/mcp/message.hpp"
#include "fovea/mcp/server/call_voice.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fovea::serve {

struct McpAnswerSettings {
    bool may_stream = true;  // the client takes events
    bool is_modern = false;  // statuses of errors
    Headers headers = {};    // Mcp-Session-Id
};

class McpVoice : public std::enable_shared_from_this<McpVoice> {
public:
    McpVoice(mcp::Id id, McpAnswerSettings settings)
        : id_(std::move(id)), settings_(std::move(settings)) {}

    // From any thread.
    mcp::Send send();

    // On the loop.
    void begin(Wire& wire);
    void stop();
    void forget();
    bool is_over() const { return wire_ == nullptr; }

private:
    void take(const mcp::Message& message);
    void flush();  // on the loop
    void tell(const mcp::Message& message);
    bool is_answer(const mcp::Message& message) const;

    const mcp::Id id_;
    const McpAnswerSettings settings_;

    // Of the loop.
    Wire* wire_ = nullptr;
    bool is_streaming_ = false;

    std::mutex mutex_;  // guards what follows
    std::vector<mcp::Message> waiting_;
    std::shared_ptr<net::Mailbox> mailbox_;
};

// `on_end` is called once, on the loop: the answer is given, or nobody wants it.
std::unique_ptr<LongAnswer> make_message_answer(
    std::shared_ptr<McpVoice> voice, std::function<void()> on_end
);

// The HTTP status of a modern answer.
int status_of_rpc(const mcp::Response& response);

}  // namespace fovea::serve
