#include "fovea/base/timers.hpp"

#include "fovea/base/tally.hpp"

#include <pthread.h>

#include <exception>

namespace fovea {

Timers::Timers()
    : thread_([this](const std::stop_token& stop) {
          ::pthread_setname_np(::pthread_self(), "fovea-timers");
          work(stop);
      }) {}

Timers::~Timers() {
    stop();
}

void Timers::stop() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

Timers::Ticket Timers::after(std::chrono::milliseconds time, std::function<void()> act) {
    const std::scoped_lock lock(mutex_);
    const Ticket ticket{Clock::now() + time, ++last_};
    const auto [place, is_new] = waiting_.emplace(ticket, std::move(act));
    if (place == waiting_.begin()) changed_.notify_one();
    return ticket;
}

void Timers::cancel(const Ticket& ticket) {
    std::function<void()> gone;  // ends without the lock
    const std::scoped_lock lock(mutex_);
    if (const auto found = waiting_.find(ticket); found != waiting_.end()) {
        gone = std::move(found->second);
        waiting_.erase(found);
    }
}

void Timers::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        if (waiting_.empty()) {
            changed_.wait(lock, stop, [this] { return !waiting_.empty(); });
            continue;
        }
        const auto first = waiting_.begin()->first;
        if (first.first > Clock::now()) {
            changed_.wait_until(lock, stop, first.first, [&] {
                return waiting_.empty() || waiting_.begin()->first != first;
            });
            continue;
        }
        auto act = std::move(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        lock.unlock();
        try {
            act();
        } catch (const std::exception&) {  // the top of a thread: the others come at their time
            tally().add("fovea_stray_failures_total", {{"where", "timer"}});
        }
        act = {};
        lock.lock();
    }
}

}  // namespace fovea
