// The way from a turn's thread to its client's loop. Outlives both: what comes after either went is dropped.
//
//     auto pipe = std::make_shared<TurnPipe>(weak_from_this(), mailbox);
//     core.run_turn(job, record, *pipe, pipe->token());   // on a thread that may wait
//     pipe->has_room();                                   // on the loop, when the client took what was written
//     pipe->leave();                                      // the client went: the turn is told to stop
#pragma once

#include "fovea/gateway/core.hpp"
#include "fovea/net/server/server.hpp"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace fovea::gateway {

// Whoever writes to the client; on its loop.
class TurnListener {
public:
    virtual ~TurnListener() = default;
    virtual void begin_turned(int status, Headers headers) = 0;
    virtual void write_turned(std::string bytes) = 0;
    virtual void end_turned() = 0;
    virtual void break_turned() = 0;
};

class TurnPipe final : public TurnOut {
public:
    TurnPipe(std::weak_ptr<TurnListener> listener, std::shared_ptr<net::Mailbox> mailbox)
        : listener_(std::move(listener)), mailbox_(std::move(mailbox)) {}

    // ---- on the turn's thread
    void begin(int status, Headers headers) override;
    void write(std::string bytes) override;
    bool would_wait() const override;
    void end() override;
    void abort() override;

    // ---- on the loop
    void has_room();
    void leave();
    std::stop_token token() const { return stop_.get_token(); }

private:
    static constexpr std::size_t kMaxWaiting = 1u << 20;  // for a client that reads slowly

    void post(std::function<void(TurnListener&)> act);

    const std::weak_ptr<TurnListener> listener_;
    const std::shared_ptr<net::Mailbox> mailbox_;
    std::stop_source stop_;
    mutable std::mutex mutex_;  // guards what follows
    std::condition_variable room_;
    std::size_t waiting_ = 0;  // bytes that the client has not taken
    bool has_left_ = false;
};

}  // namespace fovea::gateway
