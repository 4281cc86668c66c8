// Whether a server that ended may be started again now. Pure: the clock is passed in.
//
//     Restarts restarts({.at_most = 5, .within = 60s, .backoff = 1s});
//     if (const auto wait = restarts.next(now)) … else …   // too many
//
// The first is at once, each further one within the time waits twice as long.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace fovea::mcp {

struct RestartPolicy {
    std::size_t at_most = 5;
    std::chrono::milliseconds within{60'000};
    std::chrono::milliseconds backoff{500};
};

class Restarts {
public:
    using Time = std::chrono::steady_clock::time_point;

    explicit Restarts(RestartPolicy policy) : policy_(policy) {}

    // How long to wait before; it counts as started. Nothing: not now.
    std::optional<std::chrono::milliseconds> next(Time now);

private:
    RestartPolicy policy_;
    std::deque<Time> recent_;
};

}  // namespace fovea::mcp
