// Whether a server that refused a request is asked the same again, and when (P4). Pure: the clock and the dice are passed in.
//
//     const auto failure = dialect.read_failure(response.status, headers, text);
//     const auto wait = wait_after_refusal(policy, retries, response, failure, now, chance());
#pragma once

#include "fovea/net/http/message.hpp"
#include "fovea/net/http/retry.hpp"
#include "fovea/providers/dialect.hpp"

#include <chrono>
#include <optional>

namespace fovea::providers {

// Nothing: it would be refused again. `retries` have been made so far, `dice` is from 0 to 1.
std::optional<std::chrono::milliseconds> wait_after_refusal(
    const net::RetryPolicy& policy,
    int retries,
    const net::HttpResponse& response,
    const WireFailure& failure,
    std::chrono::system_clock::time_point now,
    double dice
);

// From 0 to 1; any thread.
double chance();

}  // namespace fovea::providers
