#include "fovea/store/call.hpp"

#include <algorithm>

namespace fovea::store {

using std::chrono::steady_clock;

Result<void> Call::check() const {
    if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
    if (deadline && steady_clock::now() >= *deadline) {
        return Error{ErrorCode::StoreError, "the store did not answer in time (timeout)"};
    }
    return {};
}

void Call::wait(std::chrono::milliseconds time) const {
    auto until = steady_clock::now() + time;
    if (deadline) until = std::min(until, *deadline);
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait_until(lock, stop, until, [] { return false; });
}

CallLock::Held::~Held() {
    if (lock_ == nullptr) return;
    {
        const std::lock_guard lock(lock_->mutex_);
        lock_->is_held_ = false;
    }
    lock_->freed_.notify_one();
}

Result<CallLock::Held> CallLock::take(const Call& call) {
    TRY(call.check());
    std::unique_lock lock(mutex_);
    const auto is_free = [this] { return !is_held_; };
    const bool taken = call.deadline ? freed_.wait_until(lock, call.stop, *call.deadline, is_free)
                                     : freed_.wait(lock, call.stop, is_free);
    if (!taken) {
        TRY(call.check());
        return Error{ErrorCode::StoreError, "the store did not answer in time (timeout)"};
    }
    is_held_ = true;
    return Held(*this);
}

}  // namespace fovea::store
