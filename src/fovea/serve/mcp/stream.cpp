#include "fovea/serve/mcp/stream.hpp"

#include "fovea/mcp/server/era.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fovea::serve {
namespace {

constexpr std::string_view kRetry = "retry: 1000\n";  // ms until a client comes back
constexpr std::size_t kMaxUnread = 8u << 20;

std::shared_ptr<const std::string> shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

class StreamAnswer final : public LongAnswer {
public:
    StreamAnswer(
        std::shared_ptr<McpStream> stream,
        std::optional<std::uint64_t> told,
        std::function<void()> on_end
    )
        : stream_(std::move(stream)), told_(told), on_end_(std::move(on_end)) {}
    ~StreamAnswer() override { on_end_(); }

    void begin(Wire& wire) override {
        wire_ = std::make_shared<StreamWire>(wire);
        wire_->told = told_.value_or(0);
        wire_->is_resumed = told_.has_value();
        stream_->attach(wire_);
    }
    void stop() override { stream_->stop(wire_); }
    void gone() override {
        wire_->wire = nullptr;
        stream_->forget(wire_);
    }

private:
    std::shared_ptr<McpStream> stream_;
    const std::optional<std::uint64_t> told_;
    std::function<void()> on_end_;
    StreamWireRef wire_;
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

mcp::Send McpStream::send() {
    return [self = shared_from_this()](const mcp::Message& message) { self->take(message); };
}

bool McpStream::has_events() const {
    const std::scoped_lock lock(mutex_);
    return was_open_;
}

bool McpStream::is_finished() const {
    const std::scoped_lock lock(mutex_);
    return is_finished_;
}

bool McpStream::has_listener() const {
    const std::scoped_lock lock(mutex_);
    return wire_ != nullptr;
}

bool McpStream::is_answer(const mcp::Message& message) const {
    const auto* response = std::get_if<mcp::Response>(&message);
    // What could not be read has no id, and no other answer comes.
    return response != nullptr && settings_.answers &&
           (!response->id || *response->id == *settings_.answers);
}

void McpStream::take(const mcp::Message& message) {
    const auto* notification = std::get_if<mcp::Notification>(&message);
    const bool hangs_up = notification != nullptr && notification->method == kHangUp;
    if (hangs_up && !settings_.is_resumable) return;
    Event event{.is_answer = is_answer(message)};
    if (!hangs_up) event.json = mcp::write_message(message);
    if (event.is_answer && settings_.is_modern) {
        event.status = status_of_rpc(std::get<mcp::Response>(message));
    }
    if (!settings_.may_stream && !event.is_answer) return;
    StreamWireRef wire;
    {
        const std::scoped_lock lock(mutex_);
        if (is_finished_) return;
        is_finished_ = event.is_answer;
        event.number = ++last_;
        kept_ += event.json.size();
        events_.push_back(std::move(event));
        while (kept_ > settings_.max_kept && events_.size() > 1) {
            // What nobody was told yet is not given up while somebody listens.
            if (wire_ && events_.front().number > wire_->told) break;
            kept_ -= events_.front().json.size();
            events_.pop_front();
        }
        wire = wire_;
    }
    if (wire) wire->mailbox->post([self = shared_from_this(), wire] { self->flush(wire); });
}

void McpStream::attach(const StreamWireRef& wire) {
    StreamWireRef before;
    {
        const std::scoped_lock lock(mutex_);
        before = std::exchange(wire_, wire);
        // Beside the requests nothing is said twice, except to who asks for it.
        if (!settings_.answers && !wire->is_resumed) wire->told = heard_;
        wire->from = wire->told;
    }
    if (before) {
        before->mailbox->post([before] {
            if (before->wire) std::exchange(before->wire, nullptr)->close();
        });
    }
    if (wire->is_resumed || !settings_.answers) open(*wire);
    flush(wire);
    keep_alive(wire);
}

void McpStream::keep_alive(const StreamWireRef& wire) {
    timers_.after(settings_.keep_alive, [weak = weak_from_this(), wire] {
        const auto self = weak.lock();
        if (!self) return;
        wire->mailbox->post([self, wire] {
            if (wire->wire == nullptr) return;
            // Who waits for long hears that somebody is there.
            if (wire->is_open) wire->wire->write(shared(": keep-alive\n\n"));
            if (!wire->is_open && self->settings_.may_stream) self->open(*wire);
            self->keep_alive(wire);
        });
    });
}

std::string McpStream::id_of(std::uint64_t event) const {
    return "id: " + std::to_string(settings_.number) + "-" + std::to_string(event) + "\n";
}

std::string McpStream::text_of(const Event& event) const {
    return (settings_.is_resumable ? id_of(event.number) : std::string()) +
           "event: message\ndata: " + event.json + "\n\n";
}

void McpStream::open(StreamWire& wire) {
    {
        const std::scoped_lock lock(mutex_);
        was_open_ = true;
    }
    wire.is_open = true;
    Response head{
        .headers = {
            {"content-type", "text/event-stream"},
            {"cache-control", "no-store"},
            {"x-accel-buffering", "no"}}};
    for (const auto& header : settings_.headers) head.headers.push_back(header);
    wire.wire->open(std::move(head));
    if (settings_.primes) {
        wire.wire->write(shared(id_of(wire.from) + std::string(kRetry) + "data: \n\n"));
    }
}

void McpStream::flush(const StreamWireRef& wire) {
    if (wire->wire == nullptr) return;
    std::vector<Event> events;
    bool is_over = false;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& event : events_) {
            if (event.number > wire->told) events.push_back(event);
        }
        if (!events.empty()) wire->told = events.back().number;
        heard_ = std::max(heard_, wire->told);
        is_over = is_finished_;
    }
    const bool is_slow = wire->is_open && wire->wire->unwritten() > kMaxUnread;
    // Or somebody comes back for what they have heard to its end.
    if (is_slow || (events.empty() && is_over && wire->is_open)) {
        forget(wire);
        auto* const last = std::exchange(wire->wire, nullptr);
        return is_slow ? last->close() : last->finish();
    }
    const bool is_alone = events.size() == 1;
    for (const auto& event : events) {
        if (event.is_answer && is_alone && !wire->is_open) {
            Response response{
                .status = event.status,
                .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
                .body = event.json};
            for (const auto& header : settings_.headers) response.headers.push_back(header);
            forget(wire);
            return std::exchange(wire->wire, nullptr)->respond(std::move(response));
        }
        if (!tell(*wire, event)) return forget(wire);
    }
}

bool McpStream::tell(StreamWire& wire, const Event& event) {
    if (event.json.empty() && wire.is_resumed) return true;  // that one came back already
    if (!wire.is_open) open(wire);
    if (!event.json.empty()) wire.wire->write(shared(text_of(event)));
    if (!event.json.empty() && !event.is_answer) return true;
    std::exchange(wire.wire, nullptr)->finish();
    return false;
}

void McpStream::stop(const StreamWireRef& wire) {
    forget(wire);
    if (wire->wire == nullptr) return;
    auto* const last = std::exchange(wire->wire, nullptr);
    if (wire->is_open) return last->finish();
    last->respond(problem(503, ErrorCode::Cancelled, "the server is shutting down"));
}

void McpStream::forget(const StreamWireRef& wire) {
    const std::scoped_lock lock(mutex_);
    if (wire_ == wire) wire_ = nullptr;
}

void McpStream::end() {
    StreamWireRef wire;
    {
        const std::scoped_lock lock(mutex_);
        wire = std::exchange(wire_, nullptr);
    }
    if (wire) wire->mailbox->post([self = shared_from_this(), wire] { self->stop(wire); });
}

std::unique_ptr<LongAnswer> make_stream_answer(
    std::shared_ptr<McpStream> stream,
    std::optional<std::uint64_t> told,
    std::function<void()> on_end
) {
    return std::make_unique<StreamAnswer>(std::move(stream), told, std::move(on_end));
}

}  // namespace fovea::serve
