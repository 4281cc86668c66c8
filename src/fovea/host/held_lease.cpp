#include "fovea/host/held_lease.hpp"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace fovea::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kFirstPause{5};
constexpr std::chrono::milliseconds kLongestPause{200};
constexpr std::chrono::milliseconds kSilence{1000};

void pause(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace

Result<std::unique_ptr<store::Lease>> wait_for_lease(
    store::SessionStore& sessions,
    const std::string& id,
    const Patience& patience,
    const std::stop_token& stop
) {
    const auto owner = "process " + std::to_string(::getpid());
    const auto begun = Clock::now();
    auto wait = kFirstPause;
    bool is_told = false;
    for (;;) {
        auto leased = TRY(sessions.lease(id, owner));
        if (leased.lease) return std::move(leased.lease);
        const auto waited = Clock::now() - begun;
        if (waited >= patience.longest) {
            return Error{
                ErrorCode::StoreError,
                leased.owner + " is using session " + id + "; try again when it is done"};
        }
        if (waited >= kSilence && !std::exchange(is_told, true) && patience.tell) {
            patience.tell("waiting for " + leased.owner + ", which is using session " + id);
        }
        pause(wait, stop);
        if (stop.stop_requested()) {
            return Error{ErrorCode::Cancelled, "cancelled while waiting for session " + id};
        }
        wait = std::min(2 * wait, kLongestPause);
    }
}

}  // namespace fovea::host
