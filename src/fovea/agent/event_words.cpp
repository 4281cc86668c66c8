#include "fovea/agent/event_words.hpp"

#include "fovea/content/short_name.hpp"
#include "fovea/context/pictures.hpp"

#include <fmt/format.h>

namespace fovea::agent {
namespace {

using providers::FailureKind;

std::string category_of(const providers::WireFailure& failure) {
    if (failure.status == 529 || failure.status == 503) return "overloaded";
    switch (failure.kind) {
        case FailureKind::RateLimited:
        case FailureKind::Quota: return "rate_limit";
        case FailureKind::TimedOut: return "timeout";
        case FailureKind::Unreachable:
        case FailureKind::Stream: return "network";
        case FailureKind::Transient: return failure.status == 408 ? "timeout" : "server_error";
        case FailureKind::ImageRejected:
        case FailureKind::TooLarge:
        case FailureKind::Auth:
        case FailureKind::Unsupported:
        case FailureKind::NotFound:
        case FailureKind::BadRequest:
        case FailureKind::Garbled:
        case FailureKind::Cancelled:
        case FailureKind::Unsent: return "other";
    }
    return "other";
}

std::string name_of(const content::FileRef& image, const delivery::SessionView& view) {
    const auto* seen = view.ledger.find(image);
    if (seen != nullptr && !seen->filename.empty()) return seen->filename;
    const auto* blob = content::blob_of(image);
    return blob != nullptr ? content::short_name(image) : std::get<content::UrlRef>(image).url;
}

}  // namespace

Retrying retrying(const providers::RetryNotice& notice, const delivery::Target& target) {
    return {
        .provider = target.provider,
        .attempt = notice.attempt,
        .max_retries = net::RetryPolicy{}.max_retries,
        .wait = notice.wait,
        .status = notice.failure.status,
        .category = category_of(notice.failure),
        .message = providers::error_of(notice.failure, target.provider).message};
}

std::vector<Warned> warnings_of(const Called& called, const delivery::SessionView& view) {
    std::vector<Warned> warnings;
    const auto& target = called.target;
    for (const auto& refused : called.delivered.refused) {
        warnings.push_back(
            {"picture_refused",
             target.provider + " refuses the picture " + name_of(refused.image, view) + " (" +
                 refused.reason + "); it goes as words to " + target.name +
                 " from now on, and its file is kept"}
        );
    }
    if (!called.cost.is_known) {
        warnings.push_back({"no_price", delivery::missing_price(target)});
    }
    return warnings;
}

std::string budget_words(double spent, double budget, double next) {
    return fmt::format(
        "{:.6f} of {:g} USD are spent, and the next call would cost at least {:.6f}",
        spent,
        budget,
        next
    );
}

}  // namespace fovea::agent
