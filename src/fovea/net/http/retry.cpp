#include "fovea/net/http/retry.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/net/http/date.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <mutex>

namespace fovea::net {

namespace {

using std::chrono::milliseconds;

// Beyond any wait, and far from overflow.
constexpr milliseconds kForever = std::chrono::hours(24 * 365);

std::optional<milliseconds> parse_wait(std::string_view text, double unit_ms) {
    text = trimmed(text);
    double value = 0;
    const auto* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || !std::isfinite(value) || value <= 0) {
        return std::nullopt;
    }
    const auto wait_ms = std::min(std::ceil(value * unit_ms), double(kForever.count()));
    return milliseconds(static_cast<milliseconds::rep>(wait_ms));
}

milliseconds backoff(const RetryPolicy& policy, int retries, double dice) {
    auto wait = std::min(policy.first_wait, policy.longest_wait);
    for (int i = 0; i < retries && wait < policy.longest_wait; ++i) {
        wait = std::min(wait * 2, policy.longest_wait);
    }
    const double share = 1 - 0.25 * std::clamp(dice, 0.0, 1.0);
    return milliseconds(static_cast<milliseconds::rep>(double(wait.count()) * share));
}

bool worth_retrying(const HttpResponse& response) {
    const auto said = find_header(response.headers, "x-should-retry");
    if (said && same_word(*said, "true")) return true;
    if (said && same_word(*said, "false")) return false;
    const int status = response.status;
    return status == 408 || status == 409 || status == 429 || (status >= 500 && status <= 599);
}

bool worth_retrying(const HttpFailure& failure) {
    switch (failure.kind) {
        case HttpFailure::Kind::Connect:
        case HttpFailure::Kind::Timeout:
        case HttpFailure::Kind::Interrupted: return failure.before_first_byte;
        case HttpFailure::Kind::Refused:
        case HttpFailure::Kind::Tls:
        case HttpFailure::Kind::Cancelled:
        case HttpFailure::Kind::TooLarge:
        case HttpFailure::Kind::Protocol:
        case HttpFailure::Kind::BodyUnreadable: return false;
    }
    return false;
}

}  // namespace

std::optional<milliseconds> server_hint(
    const HttpHeaders& headers, std::chrono::system_clock::time_point now
) {
    if (const auto ms = find_header(headers, "retry-after-ms")) {
        if (const auto wait = parse_wait(*ms, 1)) return wait;
    }
    const auto text = find_header(headers, "retry-after");
    if (!text) return std::nullopt;
    if (const auto wait = parse_wait(*text, 1000)) return wait;
    const auto date = parse_http_date(*text, now);
    const auto today = std::chrono::floor<milliseconds>(now);  // nanoseconds end in the year 2262
    if (!date || *date <= today) return std::nullopt;
    return std::min<milliseconds>(*date - today, kForever);
}

std::optional<milliseconds> retry_after_status(
    const RetryPolicy& policy,
    int retries,
    const HttpResponse& response,
    std::optional<milliseconds> hint,
    std::chrono::system_clock::time_point now,
    double dice
) {
    if (retries >= policy.max_retries || !worth_retrying(response)) return std::nullopt;
    if (const auto from_headers = server_hint(response.headers, now)) hint = from_headers;
    if (!hint || *hint <= milliseconds(0)) return backoff(policy, retries, dice);
    if (*hint > policy.longest_hint) return std::nullopt;
    return hint;
}

std::optional<milliseconds> retry_after_failure(
    const RetryPolicy& policy, int retries, const HttpFailure& failure, double dice
) {
    if (retries >= policy.max_retries || !worth_retrying(failure)) return std::nullopt;
    return backoff(policy, retries, dice);
}

bool sleep_until(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, deadline, [] { return false; });
    return !stop.stop_requested();
}

}  // namespace fovea::net
