#include "fovea/providers/ask_again.hpp"

#include <random>

namespace fovea::providers {

std::optional<std::chrono::milliseconds> wait_after_refusal(
    const net::RetryPolicy& policy,
    int retries,
    const net::HttpResponse& response,
    const WireFailure& failure,
    std::chrono::system_clock::time_point now,
    double dice
) {
    switch (failure.kind) {
        case FailureKind::RateLimited:
        case FailureKind::Transient:
        case FailureKind::Stream: break;
        // A conflict is 409; whatever else these hold fails the same way again.
        case FailureKind::BadRequest:
            if (failure.status != 409 && failure.status != 408) return std::nullopt;
            break;
        case FailureKind::ImageRejected:
        case FailureKind::TooLarge:
        case FailureKind::Quota:
        case FailureKind::Auth:
        case FailureKind::Unsupported:
        case FailureKind::NotFound:
        case FailureKind::Garbled:
        case FailureKind::Unreachable:
        case FailureKind::TimedOut:
        case FailureKind::Cancelled:
        case FailureKind::Unsent: return std::nullopt;
    }
    if (failure.should_retry == false) return std::nullopt;
    return net::retry_after_status(policy, retries, response, failure.retry_after, now, dice);
}

double chance() {
    thread_local std::minstd_rand generator{std::random_device{}()};
    return std::uniform_real_distribution<double>(0, 1)(generator);
}

}  // namespace fovea::providers
