// A stop token that is stopped at a point in time, or when another one is, or when told to.
//
//     StopAt stop(steady_clock::now() + 2s, callers_token);
//     lease.run(request, size, stop.token());
#pragma once

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace fovea::media {

class StopAt {
public:
    StopAt(std::chrono::steady_clock::time_point when, const std::stop_token& other)
        : on_other_(other, Stop{source_}), timer_([this, when] { wait_until(when); }) {
        ::pthread_setname_np(timer_.native_handle(), "fovea-deadline");
    }

    ~StopAt() { stop(); }

    StopAt(const StopAt&) = delete;
    StopAt& operator=(const StopAt&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    void stop() { source_.request_stop(); }

private:
    struct Stop {
        std::stop_source& source;
        void operator()() const { source.request_stop(); }
    };

    void wait_until(std::chrono::steady_clock::time_point when) {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_until(lock, source_.get_token(), when, [] { return false; });
        source_.request_stop();
    }

    std::stop_source source_;
    std::stop_callback<Stop> on_other_;
    std::jthread timer_;  // last: ends first
};

}  // namespace fovea::media
