#include "fovea/mcp/server/calls.hpp"

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::mcp {

Calls::Calls(CallLimits limits)
    : limits_(limits), heart_([this](const std::stop_token& stop) { beat(stop); }) {}

Calls::~Calls() {
    cancel_all();
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    heart_.request_stop();
    threads_.clear();  // joins them
}

Result<void, RpcError> Calls::start(
    std::shared_ptr<CallVoice> voice, Work work, std::size_t bytes
) {
    const std::scoped_lock lock(mutex_);
    if (under_way_.contains(voice->id())) {
        return RpcError{kInvalidRequest, "a request with that id is still under way"};
    }
    const bool is_heavy = !line_.empty() && line_bytes_ + bytes > limits_.waiting_bytes;
    if (line_.size() >= limits_.waiting || is_heavy) {
        return RpcError{kInternalError, "too many requests are waiting; try again later"};
    }
    auto running = std::make_shared<Running>();
    running->voice = std::move(voice);
    running->work = std::move(work);
    running->bytes = bytes;
    line_bytes_ += bytes;
    under_way_.emplace(running->voice->id(), running);
    line_.push_back(std::move(running));
    if (idle_ < line_.size() && threads_.size() < limits_.at_once) {
        threads_.emplace_back([this] { serve(); });
    }
    changed_.notify_all();
    return {};
}

void Calls::serve() {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp-serve");
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        changed_.wait(lock, [this] { return ends_ || !line_.empty(); });
        --idle_;
        if (line_.empty()) return;
        const auto running = std::move(line_.front());
        line_.pop_front();
        line_bytes_ -= running->bytes;
        ++working_;
        lock.unlock();
        Outcome outcome = RpcError{kInternalError, "cancelled"};  // nobody hears of it
        const auto stop = running->stop.get_token();
        try {
            if (!stop.stop_requested()) outcome = running->work(stop);
        } catch (const std::exception& stray) {
            outcome = RpcError{kInternalError, stray.what()};
        }
        lock.lock();
        // Before the answer: its reader may use the id again at once.
        const auto found = under_way_.find(running->voice->id());
        if (found != under_way_.end() && found->second == running) under_way_.erase(found);
        lock.unlock();
        running->voice->answer(std::move(outcome));
        lock.lock();
        --working_;
        changed_.notify_all();
    }
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
        const auto place = std::ranges::find(line_, running);
        if (place != line_.end()) {
            line_bytes_ -= running->bytes;
            line_.erase(place);
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
    return changed_.wait_for(lock, time, [this] { return line_.empty() && working_ == 0; });
}

void Calls::beat(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp-beat");
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        changed_.wait_for(lock, stop, limits_.beat, [] { return false; });
        if (stop.stop_requested()) return;
        std::vector<std::shared_ptr<CallVoice>> voices;
        for (const auto& [id, running] : under_way_) voices.push_back(running->voice);
        lock.unlock();
        for (const auto& voice : voices) voice->beat();
        lock.lock();
    }
}

}  // namespace fovea::mcp
