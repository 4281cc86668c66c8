// Whether to ask again, and when. Pure: the clock and the dice are passed in.
//
//     for (int retries = 0;; ++retries) {
//         const auto response = client.send(request, events, stop);
//         const auto wait = response.ok()
//             ? retry_after_status(policy, retries, response.value(), hint, now, dice)
//             : retry_after_failure(policy, retries, response.error(), dice);
//         if (!wait || !sleep_until(steady_clock::now() + *wait, stop)) return response;
//     }
//
// What the providers' own clients do: 408, 409, 429, 5xx (529 among them) and connections that
// failed before the first byte are asked again, twice; x-should-retry overrules the status. The wait
// is the server's hint, else half a second doubled at each retry, up to 8 s, less up to a quarter.
#pragma once

#include "fovea/net/http/message.hpp"

#include <chrono>
#include <optional>
#include <stop_token>

namespace fovea::net {

struct RetryPolicy {
    int max_retries = 2;
    std::chrono::milliseconds first_wait{500};
    std::chrono::milliseconds longest_wait{8'000};
    // A server that asks for more is not asked again: coming earlier would only be refused.
    std::chrono::milliseconds longest_hint{60'000};
};

// What the headers ask for: retry-after-ms, else retry-after in seconds or as a date. Nothing when
// they ask for no wait, or for nonsense.
std::optional<std::chrono::milliseconds> server_hint(
    const HttpHeaders& headers, std::chrono::system_clock::time_point now
);

// How long to wait before the next attempt; nothing: do not ask again. `retries` have been made so
// far. `hint` is what the body asked for (Gemini's RetryInfo), when the headers say nothing. `dice`
// is from 0 to 1.
std::optional<std::chrono::milliseconds> retry_after_status(
    const RetryPolicy& policy,
    int retries,
    const HttpResponse& response,
    std::optional<std::chrono::milliseconds> hint,
    std::chrono::system_clock::time_point now,
    double dice
);

std::optional<std::chrono::milliseconds> retry_after_failure(
    const RetryPolicy& policy, int retries, const HttpFailure& failure, double dice
);

// False when `stop` was asked for, before or meanwhile; at once then.
bool sleep_until(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop);

}  // namespace fovea::net
