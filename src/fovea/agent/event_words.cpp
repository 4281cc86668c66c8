#include "fovea/agent/event_words.hpp"

#include "fovea/agent/tool_round.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/context/lost_files.hpp"
#include "fovea/context/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    for (const auto& picture : context::pictures_in(view.messages)) {
        const auto& name = picture.image->filename;
        if (picture.image->source == image && !name.empty()) return name;
    }
    const auto* blob = content::blob_of(image);
    return blob != nullptr ? content::short_name(image) : std::get<content::UrlRef>(image).url;
}

bool is_described(const content::FileRef& image, const turn::Answered& called) {
    const auto* blob = content::blob_of(image);
    return blob != nullptr && called.sight && called.sight->seen.contains(blob->sha256);
}

// Neither words nor a call of a tool, and no reason for that. Thoughts are no answer.
bool is_empty(const providers::Reply& reply) {
    using providers::FinishReason;
    if (reply.finish == FinishReason::ContentFilter || reply.finish == FinishReason::Pause) {
        return false;
    }
    return content::text_of(reply.content).empty() && calls_in(reply.content).empty();
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

std::vector<Warned> warnings_of(const turn::Answered& called, const delivery::SessionView& view) {
    std::vector<Warned> warnings;
    const auto& target = called.target;
    for (const auto& refused : called.delivered.refused) {
        warnings.push_back(
            {"picture_refused",
             target.provider + " refused the picture " + name_of(refused.image, view) + " (" +
                 refused.reason + "); " +
                 (is_described(refused.image, called) ? "only its description" : "only its name") +
                 " is sent to " + target.name + " from now on; the file is kept"}
        );
    }
    for (const auto& delivery : called.delivered.receipt) {
        if (!context::is_file_lost(delivery.reason)) continue;
        warnings.push_back(
            {"not_seen",
             "the picture " + name_of(delivery.image, view) + " could not be sent to " +
                 target.name + ": " + delivery.reason}
        );
    }
    const auto unknown = unknown_sight(target);
    if (!unknown.empty() && !called.delivered.receipt.empty()) {
        warnings.push_back({"vision_unknown", unknown});
    }
    if (is_empty(called.delivered.reply)) {
        warnings.push_back({"empty_answer", "the model returned an empty answer"});
    }
    if (!called.cost.is_known && !delivery::has_price(target, store::system_now())) {
        warnings.push_back({"no_price", delivery::missing_price(target)});
    }
    return warnings;
}

std::string unknown_sight(const delivery::Target& target) {
    const auto& vision = target.can.vision;
    if (vision.value || vision.origin != models::Origin::Unknown) return {};
    return "it is not known whether " + target.name +
           " sees pictures, so they are sent as text; to send pictures, set [models.\"" +
           target.model + "\"] vision = true in the configuration";
}

std::string learnt_words(const providers::LearntLimit& limit, const delivery::Target& target) {
    const bool is_blind = limit.what == providers::LearntLimit::What::Images && limit.value == 0;
    if (!is_blind) {
        return target.provider + " takes " + delivery::words_of(limit) +
               "; remembered for this server";
    }
    return target.provider + " says that " + target.model +
           " cannot see pictures, so they are sent as text; remembered for this server. To make it "
           "permanent, set [models.\"" +
           target.model + "\"] vision = false in the configuration";
}

std::string budget_words(double spent, double budget, double next) {
    return fmt::format(
        "the next call would cost at least {:.6f} USD, and {:.6f} of the budget of {:g} USD is "
        "left",
        next,
        std::max(0.0, budget - spent),
        budget
    );
}

}  // namespace fovea::agent
