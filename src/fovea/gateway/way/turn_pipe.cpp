#include "fovea/gateway/way/turn_pipe.hpp"

#include <utility>

namespace fovea::gateway {

void TurnPipe::post(std::function<void(TurnListener&)> act) {
    mailbox_->post([listener = listener_, act = std::move(act)] {
        if (const auto alive = listener.lock()) act(*alive);
    });
}

void TurnPipe::begin(int status, Headers headers) {
    post([status, headers = std::move(headers)](TurnListener& listener) mutable {
        listener.begin_turned(status, std::move(headers));
    });
}

void TurnPipe::write(std::string bytes) {
    if (bytes.empty()) return;
    {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [this] { return waiting_ < kMaxWaiting || has_left_; });
        if (has_left_) return;
        waiting_ += bytes.size();
    }
    post([bytes = std::move(bytes)](TurnListener& listener) mutable {
        listener.write_turned(std::move(bytes));
    });
}

bool TurnPipe::would_wait() const {
    const std::scoped_lock lock(mutex_);
    return waiting_ >= kMaxWaiting && !has_left_;
}

void TurnPipe::end() {
    post([](TurnListener& listener) { listener.end_turned(); });
}

void TurnPipe::abort() {
    post([](TurnListener& listener) { listener.break_turned(); });
}

void TurnPipe::has_room() {
    const std::scoped_lock lock(mutex_);
    waiting_ = 0;
    room_.notify_all();
}

void TurnPipe::leave() {
    {
        const std::scoped_lock lock(mutex_);
        has_left_ = true;
    }
    room_.notify_all();
    stop_.request_stop();
}

}  // namespace fovea::gateway
