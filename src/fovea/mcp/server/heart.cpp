#include "fovea/mcp/server/heart.hpp"

#include "fovea/base/tally.hpp"

#include <pthread.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::mcp {

Heart::Listener::Listener(Heart& heart, std::function<void()> on_beat)
    : heart_(heart), on_beat_(std::move(on_beat)) {
    const std::scoped_lock lock(heart_.mutex_);
    heart_.listeners_.push_back(this);
    if (!heart_.thread_.joinable()) {
        heart_.thread_ = std::jthread([&heart](const std::stop_token& stop) { heart.run(stop); });
    }
    heart_.changed_.notify_all();
}

Heart::Listener::~Listener() {
    std::unique_lock lock(heart_.mutex_);
    std::erase(heart_.listeners_, this);
    heart_.changed_.wait(lock, [this] { return heart_.hears_ != this; });
}

void Heart::run(const std::stop_token& stop) {
    ::pthread_setname_np(::pthread_self(), "fovea-mcp-beat");
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, stop, [this] { return !listeners_.empty(); });
        changed_.wait_for(lock, stop, every_, [] { return false; });
        if (stop.stop_requested()) return;
        // Some may come and go while others are called.
        const auto now = listeners_;
        for (auto* listener : now) {
            if (std::ranges::find(listeners_, listener) == listeners_.end()) continue;
            hears_ = listener;
            lock.unlock();
            try {
                listener->on_beat_();
            } catch (const std::exception&) {  // the top of a thread: the others hear the next
                tally().add("fovea_stray_failures_total", {{"where", "beat"}});
            }
            lock.lock();
            hears_ = nullptr;
            changed_.notify_all();
        }
    }
}

}  // namespace fovea::mcp
