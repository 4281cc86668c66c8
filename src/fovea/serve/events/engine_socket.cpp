#include "fovea/serve/events/engine_socket.hpp"

#include "fovea/serve/events/websocket.hpp"

#include <utility>

namespace fovea::serve {
namespace {

const PacketRef kNoop = write_packet({PacketType::Noop});
const PacketRef kClose = write_packet({PacketType::Close});
const PacketRef kPing = write_packet({PacketType::Ping});
const PacketRef kProbed = write_packet({PacketType::Pong, "probe"});

Response payload(std::string body) {
    return {
        .headers = {{"content-type", "text/plain; charset=UTF-8"}, {"cache-control", "no-store"}},
        .body = std::move(body)};
}

}  // namespace

void EngineSocket::run(const Acts& acts) {
    for (const auto& act : acts) act();
}

void EngineSocket::start(std::shared_ptr<EngineClient> client) {
    const std::scoped_lock lock(mutex_);
    if (!is_open_) return;
    client_ = std::move(client);
    await_ping();
}

bool EngineSocket::is_open() const {
    const std::scoped_lock lock(mutex_);
    return is_open_;
}

bool EngineSocket::has_websocket() const {
    const std::scoped_lock lock(mutex_);
    return websocket_ != nullptr;
}

void EngineSocket::send(
    const Packets& packets, const std::shared_ptr<Gate>& gate, const Place::Mark& mark
) {
    Acts acts;
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_) return;
        // As a rule nothing waits. With the lock: the order of the calls is that of the posts.
        if (websocket_ && queue_.empty()) return write_to(websocket_, packets, gate, mark);
        if (gate && !gate->lets_through(mark, queued_bytes_ <= server_.settings_.room)) return;
        for (const auto& packet : packets->packets) {
            queue_.push_back(packet);
            queued_bytes_ += packet->poll.size();
        }
        if (queued_bytes_ > server_.settings_.max_unread) {
            close_locked("read too slowly", acts);
        } else {
            flush(acts);
        }
    }
    run(acts);
}

void EngineSocket::flush(Acts& acts) {
    if (queue_.empty() || !is_open_) return;
    if (websocket_) {
        const auto packets = row_of({queue_.begin(), queue_.end()});
        queue_.clear();
        queued_bytes_ = 0;
        write_to(websocket_, packets);
        pass_on_waiting(acts);
    } else if (poll_) {
        const std::vector<PacketRef> packets(queue_.begin(), queue_.end());
        queue_.clear();
        queued_bytes_ = 0;
        answer_poll(acts, join_payload(packets));
        pass_on_waiting(acts);
    }
}

void EngineSocket::pass_on_waiting(Acts& acts) {
    for (auto& act : std::exchange(when_read_, {})) {
        if (!websocket_) {
            acts.push_back(std::move(act));
        } else {
            await_read(websocket_, std::move(act));
        }
    }
}

void EngineSocket::await_read(const EngineWireRef& websocket, std::function<void()> act) {
    websocket->mailbox->post([to = websocket, act = std::move(act)] {
        if (to->wire == nullptr) return;
        to->when_read.push_back(act);
        if (to->wire->unwritten() == 0) to->drained();
    });
}

void EngineSocket::when_read(std::function<void()> act) {
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_) return;
        if (!queue_.empty()) return when_read_.push_back(std::move(act));
        if (websocket_) return await_read(websocket_, std::move(act));
    }
    act();
}

void EngineSocket::write_to(
    const EngineWireRef& websocket,
    const Packets& packets,
    const std::shared_ptr<Gate>& gate,
    const Place::Mark& mark
) {
    websocket->mailbox->post([self = shared_from_this(), to = websocket, packets, gate, mark] {
        if (to->wire == nullptr) return;
        const auto& limits = self->server_.settings_;
        const auto waiting = to->wire->unwritten();
        if (gate && !gate->lets_through(mark, waiting <= limits.room)) return;
        if (waiting > limits.max_unread) return self->close("read too slowly");
        for (const auto& frame : packets->frames) to->wire->write(frame);
    });
}

void EngineSocket::answer_poll(Acts& acts, std::string body) {
    acts.push_back(
        [self = shared_from_this(), poll = std::exchange(poll_, nullptr), body = std::move(body)] {
            poll->mailbox->post([self, poll, body] {
                if (poll->wire == nullptr) return;
                auto* const wire = std::exchange(poll->wire, nullptr);
                wire->respond(self->with_headers(payload(body)));
            });
        }
    );
}

void EngineSocket::take(EnginePacket packet) {
    Acts acts;
    std::shared_ptr<EngineClient> client;
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_) return;
        // Who talks is there: once they have the time for their pong anew.
        if (pong_due_ && packet.type != PacketType::Pong && !std::exchange(is_refreshed_, true)) {
            pong_due_ = Clock::now() + server_.settings_.ping_timeout;
            arm(*pong_due_, &EngineSocket::give_up);
        }
        switch (packet.type) {
            case PacketType::Message: client = client_; break;
            case PacketType::Pong: await_ping(); break;
            case PacketType::Close:
                if (poll_) answer_poll(acts, kNoop->poll);
                close_locked("transport close", acts);
                break;
            case PacketType::Ping:  // only a server asks (Engine.IO 4)
            case PacketType::Open:
            case PacketType::Upgrade:
            case PacketType::Noop: close_locked("parse error", acts); break;
        }
    }
    run(acts);
    if (!client) return;
    // Two requests that come at once are on two loops.
    const std::scoped_lock one(taking_);
    client->take(std::move(packet));
}

bool EngineSocket::poll(const EngineWireRef& poll) {
    Acts acts;
    bool is_alone = true;
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_) return false;
        if (poll_) {
            is_alone = false;
            answer_poll(acts, kClose->poll);
            close_locked("transport error", acts);
        } else {
            poll_ = poll;
            flush(acts);
            if (poll_ && is_probed_) answer_poll(acts, kNoop->poll);
        }
    }
    run(acts);
    return is_alone;
}

void EngineSocket::poll_gone(const EngineWireRef& poll) {
    Acts acts;
    {
        const std::scoped_lock lock(mutex_);
        if (poll_ != poll) return;
        poll_ = nullptr;
        close_locked("transport error", acts);
    }
    run(acts);
}

void EngineSocket::use_websocket(const EngineWireRef& socket) {
    Acts acts;
    {
        const std::scoped_lock lock(mutex_);
        websocket_ = socket;
        flush(acts);
    }
    run(acts);
}

bool EngineSocket::begin_upgrade(const EngineWireRef& socket) {
    const std::scoped_lock lock(mutex_);
    if (!is_open_ || upgrading_ || websocket_) return false;
    upgrading_ = socket;
    server_.timers_.after(server_.settings_.upgrade_timeout, [weak = weak_from_this(), socket] {
        const auto self = weak.lock();
        if (!self) return;
        {
            const std::scoped_lock timely(self->mutex_);
            if (self->upgrading_ != socket) return;
            self->upgrading_ = nullptr;
            self->is_probed_ = false;
        }
        socket->mailbox->post([socket] {
            if (socket->wire) socket->wire->close();
        });
    });
    return true;
}

bool EngineSocket::take_probe(const EngineWireRef& socket, const EnginePacket& packet) {
    Acts acts;
    bool goes_on = false;
    {
        const std::scoped_lock lock(mutex_);
        if (upgrading_ != socket || !is_open_) return false;
        if (packet == EnginePacket{PacketType::Ping, "probe"}) {
            goes_on = true;
            is_probed_ = true;
            if (socket->wire) socket->wire->write(frame_of(kProbed));
            if (poll_) answer_poll(acts, kNoop->poll);  // so that the client can stop polling
        } else if (packet.type == PacketType::Upgrade) {
            goes_on = true;
            if (poll_) answer_poll(acts, kNoop->poll);
            websocket_ = std::exchange(upgrading_, nullptr);
            is_probed_ = false;
            flush(acts);
        } else {
            upgrading_ = nullptr;
            is_probed_ = false;
        }
    }
    run(acts);
    return goes_on;
}

void EngineSocket::websocket_gone(const EngineWireRef& socket) {
    Acts acts;
    {
        const std::scoped_lock lock(mutex_);
        if (upgrading_ == socket) {
            upgrading_ = nullptr;
            is_probed_ = false;
        }
        if (websocket_ != socket) return;
        close_locked("transport close", acts);
    }
    run(acts);
}

void EngineSocket::close(std::string_view reason) {
    Acts acts;
    {
        const std::scoped_lock lock(mutex_);
        close_locked(reason, acts);
    }
    run(acts);
}

void EngineSocket::close_locked(std::string_view reason, Acts& acts) {
    if (!std::exchange(is_open_, false)) return;
    queue_.clear();
    queued_bytes_ = 0;
    when_read_.clear();
    if (timer_) server_.timers_.cancel(*std::exchange(timer_, std::nullopt));
    if (poll_) answer_poll(acts, kClose->poll);
    for (const auto& socket : {websocket_, upgrading_}) {
        if (!socket) continue;
        acts.push_back([socket, why = std::string(reason)] {
            socket->mailbox->post([socket, why] {
                if (socket->wire == nullptr) return;
                socket->wire->write(std::make_shared<const std::string>(ws_close_frame(1000, why)));
                std::exchange(socket->wire, nullptr)->finish();
            });
        });
    }
    // The two hold each other, and neither would go.
    acts.push_back([self = shared_from_this(),
                    client = std::exchange(client_, nullptr),
                    why = std::string(reason)] {
        self->server_.forget(self->sid_);
        if (client) client->closed(why);
    });
}

void EngineSocket::arm(Clock::time_point when, void (EngineSocket::*act)()) {
    if (timer_) server_.timers_.cancel(*timer_);
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - Clock::now());
    timer_ = server_.timers_.after(left, [weak = weak_from_this(), act] {
        if (const auto self = weak.lock()) ((*self).*act)();
    });
}

void EngineSocket::await_ping() {
    pong_due_.reset();
    ping_due_ = Clock::now() + server_.settings_.ping_interval;
    arm(ping_due_, &EngineSocket::ping);
}

void EngineSocket::ping() {
    {
        const std::scoped_lock lock(mutex_);
        if (!is_open_ || pong_due_ || Clock::now() < ping_due_) return;
        // From when it was due: a timer that comes late makes nobody's time longer.
        pong_due_ = ping_due_ + server_.settings_.ping_timeout;
        is_refreshed_ = false;
        arm(*pong_due_, &EngineSocket::give_up);
    }
    send(kPing);
}

bool EngineSocket::end_if_silent() {
    {
        const std::scoped_lock lock(mutex_);
        const auto due = pong_due_.value_or(ping_due_ + server_.settings_.ping_timeout);
        if (is_open_ && Clock::now() < due) return false;
    }
    close("ping timeout");
    return true;
}

void EngineSocket::give_up() {
    {
        const std::scoped_lock lock(mutex_);
        // A pong, or another packet, came in between.
        if (!pong_due_ || Clock::now() < *pong_due_) return;
    }
    close("ping timeout");
}

}  // namespace fovea::serve
