// What a client of MCP hears: of one message that it posted, or beside all of them. A stream outlives its
// connections: who lost one comes back with the last event it saw, and hears the rest.
//
//     const auto stream = std::make_shared<McpStream>(timers, StreamSettings{.number = 3, .answers = request.id});
//     session->take(body, stream->send());         // any thread; nothing is lost before the wire is there
//     response.later = make_stream_answer(stream, …);
//
// The answer alone is JSON. Where something comes before it, or it takes long, it is a stream of events, and
// ends with the answer. What is kept for who comes back is bounded: the oldest goes first.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/mcp/message.hpp"
#include "fovea/mcp/server/call_voice.hpp"
#include "fovea/serve/http/long_answer.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

struct StreamSettings {
    std::uint64_t number = 0;  // in its session
    std::optional<mcp::Id> answers =
        {};                     // the request that it is about; none: it never ends by itself
    bool may_stream = true;     // the client takes events
    bool is_resumable = false;  // legacy: events have ids
    bool primes = false;        // 2025-11-25: the first event is an id alone
    bool is_modern = false;     // statuses of errors
    Headers headers = {};       // Mcp-Session-Id
    std::chrono::milliseconds keep_alive{15'000};
    std::size_t max_kept = 4u << 20;
};

// Instead of a message: the connection ends, the stream does not. Nothing is sent of it.
inline constexpr std::string_view kHangUp = "fovea/hang_up";

// One connection of a stream. Of its loop.
struct StreamWire {
    explicit StreamWire(Wire& given) : wire(&given), mailbox(given.mailbox()) {}

    Wire* wire;  // null: gone, or ended
    const std::shared_ptr<net::Mailbox> mailbox;
    std::uint64_t from = 0;   // the last event before it
    std::uint64_t told = 0;   // up to that event
    bool is_open = false;     // its head is written, as a stream
    bool is_resumed = false;  // by a GET: never JSON
};
using StreamWireRef = std::shared_ptr<StreamWire>;

class McpStream : public std::enable_shared_from_this<McpStream> {
public:
    // Borrows the timers.
    McpStream(Timers& timers, StreamSettings settings)
        : timers_(timers), settings_(std::move(settings)) {}

    std::uint64_t number() const { return settings_.number; }
    mcp::Send send();  // from any thread

    // Whether there is, or was, something that somebody may come back for.
    bool has_events() const;
    bool is_finished() const;
    bool has_listener() const;
    void end();  // from any thread: whoever listens is sent away

    // On a loop. A stream has one connection at a time: the newer one takes its place.
    void attach(const StreamWireRef& wire);
    void stop(const StreamWireRef& wire);  // the server is about to
    void forget(const StreamWireRef& wire);

private:
    struct Event {
        std::uint64_t number = 0;
        std::string json;  // empty: hang up
        int status = 200;  // of an answer that is given as JSON
        bool is_answer = false;
    };

    void take(const mcp::Message& message);
    bool is_answer(const mcp::Message& message) const;
    void keep_alive(const StreamWireRef& wire);

    // On the wire's loop.
    void flush(const StreamWireRef& wire);
    void open(StreamWire& wire);
    bool tell(StreamWire& wire, const Event& event);  // false: it ended
    std::string text_of(const Event& event) const;
    std::string id_of(std::uint64_t event) const;

    Timers& timers_;
    const StreamSettings settings_;

    mutable std::mutex mutex_;  // guards what follows
    std::deque<Event> events_;
    std::size_t kept_ = 0;  // bytes
    std::uint64_t last_ = 0;
    std::uint64_t heard_ = 0;  // by whom it was heard the farthest
    bool is_finished_ = false;
    bool was_open_ = false;  // as a stream: somebody may know an id
    StreamWireRef wire_;
};

// `told`: up to that event it was heard; none: from the beginning. `on_end` is called once, on the loop.
std::unique_ptr<LongAnswer> make_stream_answer(
    std::shared_ptr<McpStream> stream,
    std::optional<std::uint64_t> told,
    std::function<void()> on_end
);

// The HTTP status of a modern answer.
int status_of_rpc(const mcp::Response& response);

}  // namespace fovea::serve
