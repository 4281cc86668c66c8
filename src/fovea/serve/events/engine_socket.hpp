// One client of an Engine.IO server, over whichever transport it has at the moment. Any thread may call.
#pragma once

#include "fovea/serve/events/engine.hpp"
#include "fovea/serve/events/place.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fovea::serve {

// One request that waits for something to say, or one WebSocket. The wire is touched on its loop alone.
struct EngineWire {
    explicit EngineWire(Wire& given) : wire(&given), mailbox(given.mailbox()) {}

    // On the loop: what is to be done once all is written.
    void drained() {
        for (const auto& act : std::exchange(when_read, {})) act();
    }

    Wire* wire;  // null: gone
    const std::shared_ptr<net::Mailbox> mailbox;
    std::vector<std::function<void()>> when_read = {};
};
using EngineWireRef = std::shared_ptr<EngineWire>;

class EngineSocket : public std::enable_shared_from_this<EngineSocket> {
public:
    EngineSocket(EngineServer& server, std::string sid) : server_(server), sid_(std::move(sid)) {}

    const std::string& sid() const { return sid_; }

    // In the order of the calls.
    void send(const PacketRef& packet) { send(row_of({packet})); }
    void send(const Packets& packets) { send(packets, nullptr, {}); }
    // The gate is asked when they come to be written.
    void send(const Packets& packets, const std::shared_ptr<Gate>& gate, const Place::Mark& mark);
    // Calls it once all that was sent is read, as far as we know, or now; not at all where it is closed.
    void when_read(std::function<void()> act);
    void close(std::string_view reason);

    // For the transports.
    void start(std::shared_ptr<EngineClient> client);
    void take(EnginePacket packet);
    bool is_open() const;
    bool has_websocket() const;
    bool end_if_silent();  // true: no pong came in its time
    Response with_headers(Response response) const {
        return server_.with_headers(std::move(response));
    }
    bool poll(const EngineWireRef& poll);  // false: there was one already, and it is over with both
    void poll_gone(const EngineWireRef& poll);
    void use_websocket(const EngineWireRef& socket);  // from the beginning on
    bool begin_upgrade(const EngineWireRef& socket);  // false: there is one already
    bool take_probe(const EngineWireRef& socket, const EnginePacket& packet);  // false: end it
    void websocket_gone(const EngineWireRef& socket);

private:
    // With the lock: what is to be done once it is given back.
    using Acts = std::vector<std::function<void()>>;
    void flush(Acts& acts);
    void write_to(
        const EngineWireRef& websocket,
        const Packets& packets,
        const std::shared_ptr<Gate>& gate = nullptr,
        const Place::Mark& mark = {}
    );
    static void await_read(const EngineWireRef& websocket, std::function<void()> act);
    void pass_on_waiting(Acts& acts);  // with the lock, the queue is empty
    void answer_poll(Acts& acts, std::string body);
    void close_locked(std::string_view reason, Acts& acts);
    static void run(const Acts& acts);

    using Clock = Timers::Clock;
    void arm(Clock::time_point when, void (EngineSocket::*act)());  // with the lock
    void await_ping();                                              // with the lock
    void ping();
    void give_up();

    EngineServer& server_;
    const std::string sid_;

    mutable std::mutex mutex_;  // guards what follows
    std::shared_ptr<EngineClient> client_;
    bool is_open_ = true;
    std::deque<PacketRef> queue_;
    std::size_t queued_bytes_ = 0;
    std::vector<std::function<void()>> when_read_;  // while something is in the queue
    EngineWireRef poll_;
    EngineWireRef websocket_;
    EngineWireRef upgrading_;
    bool is_probed_ = false;
    std::optional<Timers::Ticket> timer_;
    Clock::time_point ping_due_;
    std::optional<Clock::time_point> pong_due_;  // a ping is out
    bool is_refreshed_ = false;                  // something else came since

    std::mutex taking_;  // held while the client takes a message
};

}  // namespace fovea::serve
