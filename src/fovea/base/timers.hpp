// Things to be done at their time, on one thread for all of them.
//
//     Timers timers;
//     const auto ticket = timers.after(25s, [] { … });   // quick: it keeps the others waiting
//     timers.cancel(ticket);
//
// Whoever is gone by then lets the function know, as by a weak pointer: cancel() does not wait for one that
// has begun. Any thread may call.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace fovea {

class Timers {
public:
    using Clock = std::chrono::steady_clock;
    using Ticket = std::pair<Clock::time_point, std::uint64_t>;

    Timers();
    Timers(const Timers&) = delete;
    Timers& operator=(const Timers&) = delete;
    ~Timers();

    // What waits never begins, and what begins is over. Nothing more is taken.
    void stop();

    Ticket after(std::chrono::milliseconds time, std::function<void()> act);
    void cancel(const Ticket& ticket);

private:
    void work(const std::stop_token& stop);

    std::mutex mutex_;  // guards what follows
    std::map<Ticket, std::function<void()>> waiting_;
    std::uint64_t last_ = 0;
    std::condition_variable_any changed_;
    std::jthread thread_;  // last: it uses the others
};

}  // namespace fovea
