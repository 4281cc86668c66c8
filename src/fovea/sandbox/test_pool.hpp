// What the tests of this folder share: a pool of hostile workers, and one line to run a job.
#pragma once

#include "fovea/sandbox/pool.hpp"

#include <algorithm>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "support/test_paths.hpp"

namespace fovea::sandbox {

inline PoolSettings hostile_settings() {
    PoolSettings settings;
    settings.program.path = test_paths::program("fovea-hostile-worker");
    settings.workers = 1;
    settings.input_bytes = 1 << 20;
    settings.output_bytes = 1 << 20;
    // A leak check needs to trace itself, which a locked-down process cannot.
    settings.program.environment.emplace_back("ASAN_OPTIONS=detect_leaks=0");
    return settings;
}

inline std::unique_ptr<Pool> open_pool(PoolSettings settings = hostile_settings()) {
    return Pool::open(std::move(settings)).value();
}

struct Outcome {
    std::string message = {};  // of the reply
    std::string output = {};
    JobFailure failure{FailureCause::InvalidJob, "none"};
    bool failed = false;
};

inline Outcome run_on(
    Lease& lease,
    std::string_view deed,
    std::string_view input = "input",
    const std::stop_token& stop = {}
) {
    std::ranges::copy(as_bytes(input), lease.input().begin());
    const auto reply = lease.run(as_bytes(deed), input.size(), stop);
    if (!reply) return {.failure = reply.error(), .failed = true};
    return {
        .message = std::string(as_text(reply.value().message)),
        .output = std::string(as_text(reply.value().output)),
    };
}

inline Outcome run(
    Pool& pool,
    std::string_view deed,
    std::string_view input = "input",
    const std::stop_token& stop = {}
) {
    auto lease = pool.lease(stop);
    if (!lease) return {.failure = lease.error(), .failed = true};
    return run_on(lease.value(), deed, input, stop);
}

// The pool's health after whatever happened before.
inline bool serves_a_good_job(Pool& pool) {
    const auto outcome = run(pool, "echo", "a good job");
    return !outcome.failed && outcome.message == "echo" && outcome.output == "a good job";
}

}  // namespace fovea::sandbox
