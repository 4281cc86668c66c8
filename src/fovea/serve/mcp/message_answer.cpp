#include "fovea/serve/mcp/message_answer.hpp"

#include "fovea/mcp/server/era.hpp"

#include <utility>

namespace fovea::serve {
namespace {

std::shared_ptr<const std::string> event_of(const mcp::Message& message) {
    return std::make_shared<const std::string>(
        "event: message\ndata: " + mcp::write_message(message) + "\n\n"
    );
}

class MessageAnswer final : public LongAnswer {
public:
    MessageAnswer(std::shared_ptr<McpVoice> voice, std::function<void()> on_end)
        : voice_(std::move(voice)), on_end_(std::move(on_end)) {}
    ~MessageAnswer() override { on_end_(); }

    void begin(Wire& wire) override { voice_->begin(wire); }
    void stop() override { voice_->stop(); }
    void gone() override { voice_->forget(); }

private:
    std::shared_ptr<McpVoice> voice_;
    std::function<void()> on_end_;
};

}  // namespace

int status_of_rpc(const mcp::Response& response) {
    constexpr std::int64_t kHeaderMismatch = -32020;
    constexpr std::int64_t kMissingCapability = -32021;
    const auto* error = std::get_if<mcp::RpcError>(&response.outcome);
    if (error == nullptr) return 200;
    switch (error->code) {
        case mcp::kMethodNotFound: return 404;
        case mcp::kParseError:
        case mcp::kInvalidRequest:
        case mcp::kInvalidParams:
        case mcp::kUnsupportedVersion:
        case kHeaderMismatch:
        case kMissingCapability: return 400;
        default: return 200;
    }
}

mcp::Send McpVoice::send() {
    return [self = shared_from_this()](const mcp::Message& message) { self->take(message); };
}

void McpVoice::take(const mcp::Message& message) {
    std::shared_ptr<net::Mailbox> mailbox;
    {
        const std::scoped_lock lock(mutex_);
        waiting_.push_back(message);
        mailbox = mailbox_;
    }
    if (mailbox) mailbox->post([self = shared_from_this()] { self->flush(); });
}

void McpVoice::begin(Wire& wire) {
    wire_ = &wire;
    {
        const std::scoped_lock lock(mutex_);
        mailbox_ = wire.mailbox();
    }
    flush();
}

void McpVoice::flush() {
    std::vector<mcp::Message> messages;
    {
        const std::scoped_lock lock(mutex_);
        messages = std::exchange(waiting_, {});
    }
    for (const auto& message : messages) {
        if (wire_ == nullptr) return;
        tell(message);
    }
}

bool McpVoice::is_answer(const mcp::Message& message) const {
    const auto* response = std::get_if<mcp::Response>(&message);
    // What could not be read has no id, and no other answer comes.
    return response != nullptr && (!response->id || *response->id == id_);
}

void McpVoice::tell(const mcp::Message& message) {
    if (!is_answer(message)) {
        if (!settings_.may_stream) return;
        if (!std::exchange(is_streaming_, true)) {
            Response head{
                .headers = {
                    {"content-type", "text/event-stream"},
                    {"cache-control", "no-store"},
                    {"x-accel-buffering", "no"}}};
            for (const auto& header : settings_.headers) head.headers.push_back(header);
            wire_->open(std::move(head));
        }
        return wire_->write(event_of(message));
    }
    auto* const wire = std::exchange(wire_, nullptr);
    if (is_streaming_) {
        wire->write(event_of(message));
        return wire->finish();
    }
    Response response{
        .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
        .body = mcp::write_message(message)};
    if (settings_.is_modern) response.status = status_of_rpc(std::get<mcp::Response>(message));
    for (const auto& header : settings_.headers) response.headers.push_back(header);
    wire->respond(std::move(response));
}

void McpVoice::stop() {
    if (wire_ == nullptr) return;
    auto* const wire = std::exchange(wire_, nullptr);
    if (is_streaming_) return wire->finish();
    wire->respond(problem(503, ErrorCode::Cancelled, "the server stops"));
}

void McpVoice::forget() {
    wire_ = nullptr;
}

std::unique_ptr<LongAnswer> make_message_answer(
    std::shared_ptr<McpVoice> voice, std::function<void()> on_end
) {
    return std::make_unique<MessageAnswer>(std::move(voice), std::move(on_end));
}

}  // namespace fovea::serve
