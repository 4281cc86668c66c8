#include "fovea/mcp/server/calls.hpp"

#include <exception>
#include <utility>
#include <vector>

namespace fovea::mcp {

Calls::Calls(CallThreads threads, CallLimits limits)
    : limits_(limits),
      lane_(threads.pool, {.at_once = limits.at_once, .waiting = limits.waiting}),
      listener_(threads.heart, [this] { beat(); }) {}

Calls::~Calls() {
    cancel_all();
}

Result<void, RpcError> Calls::start(
    std::shared_ptr<CallVoice> voice, Work work, std::size_t bytes
) {
    const std::scoped_lock lock(mutex_);
    if (under_way_.contains(voice->id())) {
        return RpcError{kInvalidRequest, "a request with that id is still running"};
    }
    const RpcError too_many{kInternalError, "too many requests are waiting; try again later"};
    const bool is_heavy = waiting_ > 0 && waiting_bytes_ + bytes > limits_.waiting_bytes;
    if (waiting_ >= limits_.waiting || is_heavy) return too_many;
    auto running = std::make_shared<Running>();
    running->voice = std::move(voice);
    running->work = std::move(work);
    running->bytes = bytes;
    const auto ticket = lane_.add([this, running] { serve(running); });
    if (!ticket) return too_many;
    running->ticket = *ticket;
    ++waiting_;
    waiting_bytes_ += bytes;
    under_way_.emplace(running->voice->id(), std::move(running));
    return {};
}

void Calls::leave_line(const Running& running) {
    --waiting_;
    waiting_bytes_ -= running.bytes;
}

void Calls::serve(const std::shared_ptr<Running>& running) {
    {
        const std::scoped_lock lock(mutex_);
        leave_line(*running);
        ++working_;
    }
    Outcome outcome = RpcError{kInternalError, "cancelled"};  // nobody hears of it
    const auto stop = running->stop.get_token();
    try {
        if (!stop.stop_requested()) outcome = running->work(stop);
    } catch (const std::exception& stray) {
        outcome = RpcError{kInternalError, stray.what()};
    }
    {
        // Before the answer: its reader may use the id again at once.
        const std::scoped_lock lock(mutex_);
        const auto found = under_way_.find(running->voice->id());
        if (found != under_way_.end() && found->second == running) under_way_.erase(found);
    }
    running->voice->answer(std::move(outcome));
    const std::scoped_lock lock(mutex_);
    --working_;
    changed_.notify_all();
}

void Calls::cancel(const Id& id) {
    std::shared_ptr<Running> running;
    {
        const std::scoped_lock lock(mutex_);
        const auto found = under_way_.find(id);
        if (found == under_way_.end()) return;
        running = found->second;
        under_way_.erase(found);
        // One that only waits makes room at once.
        if (lane_.withdraw(running->ticket)) {
            leave_line(*running);
            changed_.notify_all();
        }
    }
    running->voice->hush();
    running->stop.request_stop();
}

void Calls::cancel_all() {
    std::vector<Id> ids;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [id, running] : under_way_) ids.push_back(id);
    }
    for (const auto& id : ids) cancel(id);
}

bool Calls::wait(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return waiting_ == 0 && working_ == 0; });
}

void Calls::beat() {
    std::vector<std::shared_ptr<CallVoice>> voices;
    {
        const std::scoped_lock lock(mutex_);
        for (const auto& [id, running] : under_way_) voices.push_back(running->voice);
    }
    for (const auto& voice : voices) voice->beat();
}

}  // namespace fovea::mcp
