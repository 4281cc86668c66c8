// How long one call of a store may take, and who may end it before.
//
//     TRY(blobs.put(bytes, {.stop = stop}));
//     TRY(sessions.read(id, 1, 100, {.deadline = std::chrono::steady_clock::now() + 2s}));
//
// A call that is over before its work is done changes nothing: Cancelled when it was stopped, StoreError
// when its time had passed. What was done by then is done, and told.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace fovea::store {

struct Call {
    std::stop_token stop = {};
    std::optional<std::chrono::steady_clock::time_point> deadline = {};

    // The error when it is over.
    Result<void> check() const;

    // False: it waits for as long as it takes.
    bool may_end() const { return stop.stop_possible() || deadline.has_value(); }

    // At most so long, and not after it is over.
    void wait(std::chrono::milliseconds time) const;
};

// A mutex for which a call waits no longer than it lasts.
class CallLock {
public:
    class Held {
    public:
        explicit Held(CallLock& lock) : lock_(&lock) {}
        Held(Held&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}
        Held& operator=(Held&&) = delete;
        ~Held();

    private:
        CallLock* lock_;
    };

    Result<Held> take(const Call& call);

private:
    std::mutex mutex_;  // guards is_held_
    std::condition_variable_any freed_;
    bool is_held_ = false;
};

}  // namespace fovea::store
