// Keeps an answer's stream open while nothing is said: beats for as long as it lives, but not at once where a server was
// asked, since it may still refuse, and its status is the answer's.
//
//     Heartbeat heartbeat(timers, stream, stop);
//     heartbeat.set(Heartbeat::Waits::ForServer);   // when a request goes out
//     heartbeat.set(Heartbeat::Waits::ForUs);       // when we look at something ourselves
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/gateway/turns/reply_stream.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>

namespace fovea::gateway {

class Heartbeat {
public:
    enum class Waits : std::uint8_t { ForUs, ForServer };

    Heartbeat(Timers& timers, std::shared_ptr<ReplyStream> stream, const std::stop_token& stop);
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;
    ~Heartbeat();

    void set(Waits waits);

private:
    struct State;

    static void beat(const std::shared_ptr<State>& state, std::chrono::seconds after);

    std::shared_ptr<State> state_;
};

}  // namespace fovea::gateway
