#include "fovea/gateway/turns/heartbeat.hpp"

#include <mutex>
#include <utility>

namespace fovea::gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kFirstBeat{2};
constexpr std::chrono::seconds kBeat{5};
constexpr std::chrono::seconds kPatience{
    30};  // for the server's first word: its status is the answer's

}  // namespace

struct Heartbeat::State {
    State(Timers& all, std::shared_ptr<ReplyStream> to, std::stop_token token)
        : timers(all), stream(std::move(to)), stop(std::move(token)) {}
    Timers& timers;
    std::shared_ptr<ReplyStream> stream;
    std::stop_token stop;
    std::mutex mutex;  // guards the stream, and what follows
    Waits waits = Waits::ForUs;
    Clock::time_point since = Clock::now();
};

Heartbeat::Heartbeat(
    Timers& timers, std::shared_ptr<ReplyStream> stream, const std::stop_token& stop
)
    : state_(std::make_shared<State>(timers, std::move(stream), stop)) {
    beat(state_, kFirstBeat);
}

Heartbeat::~Heartbeat() {
    const std::scoped_lock lock(state_->mutex);
    state_->stream.reset();
}

void Heartbeat::set(Waits waits) {
    const std::scoped_lock lock(state_->mutex);
    if (std::exchange(state_->waits, waits) != waits) state_->since = Clock::now();
}

void Heartbeat::beat(const std::shared_ptr<State>& state, std::chrono::seconds after) {
    state->timers.after(after, [weak = std::weak_ptr(state)] {
        const auto self = weak.lock();
        if (!self || self->stop.stop_requested()) return;
        {
            const std::scoped_lock lock(self->mutex);
            if (!self->stream) return;
            const bool may_be_refused =
                self->waits == Waits::ForServer && Clock::now() - self->since < kPatience;
            if (!may_be_refused || self->stream->has_begun()) self->stream->keep_open();
        }
        beat(self, kBeat);
    });
}

}  // namespace fovea::gateway
