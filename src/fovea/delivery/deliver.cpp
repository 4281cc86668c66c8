#include "fovea/delivery/deliver.hpp"

#include "fovea/delivery/ask_local.hpp"
#include "fovea/delivery/attempt.hpp"
#include "fovea/delivery/healing.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/providers/blindness.hpp"
#include "fovea/providers/not_found.hpp"

#include <optional>
#include <utility>

namespace fovea::delivery {
namespace {

using providers::FailureKind;
using providers::WireFailure;

constexpr int kMaxRepairs = 24;  // of one turn: each takes a picture out or makes limits stricter

// Whether it lies with this provider, not with what it was asked.
bool is_providers_fault(FailureKind kind) {
    switch (kind) {
        case FailureKind::RateLimited:
        case FailureKind::Quota:
        case FailureKind::Auth:
        case FailureKind::Transient:
        case FailureKind::Stream:
        case FailureKind::NotFound:
        case FailureKind::Garbled:
        case FailureKind::Unreachable:
        case FailureKind::TimedOut: return true;
        case FailureKind::ImageRejected:
        case FailureKind::TooLarge:
        case FailureKind::Unsupported:
        case FailureKind::BadRequest:
        case FailureKind::Cancelled:
        case FailureKind::Unsent: return false;
    }
    return false;
}

// What a person looks at next; where a key of the configuration is from, who wrote it knows.
std::string where_its_key_is(const config::ProviderSettings& provider) {
    const bool is_variable =
        provider.api_key.empty() && provider.api_key_file.empty() && !provider.api_key_env.empty();
    return is_variable ? "; the key is that of " + provider.api_key_env : std::string();
}

// Attempts, each healed by what the one before was refused for.
class Turn {
public:
    Turn(Attempt& attempt, Healing& healing, const Options& options, const Events& events)
        : attempt_(attempt), healing_(healing), options_(options), events_(events) {}

    Result<Delivered, Failed> run() {
        const auto opened = attempt_.open();
        if (!opened.ok()) return Failed{.error = opened.error(), .others_may_do = true};
        for (;; ++repairs_) {
            auto prepared = last_failure_ ? attempt_.prepare() : attempt_.prepare_first();
            if (!prepared.ok()) return failed(prepared.error());
            auto reply = attempt_.send(prepared.value().wire, options_.delivery, live_events());
            if (reply.ok()) {
                healing_.remember_size(last_failure_);
                return Delivered{
                    std::move(reply).value(),
                    std::move(prepared).value().receipt,
                    std::move(attempt_.refused()),
                    retries_ + repairs_,
                    healing_.probes()};
            }
            last_failure_ = std::move(reply).error();
            if (has_spoken_) {
                auto broken_off = failed();
                broken_off.had = std::move(prepared).value().receipt;
                return broken_off;
            }
            if (repairs_ >= kMaxRepairs) return failed();
            if (is_blind(prepared.value())) return failed_blind();
            const auto healed = healing_.heal(prepared.value(), *last_failure_);
            if (!healed.ok()) last_failure_ = healed.error();
            if (!healed.ok() || !healed.value()) return failed();
        }
    }

private:
    providers::ExchangeEvents live_events() {
        return {
            .on_event =
                [this](const providers::StreamEvent& event) {
                    has_spoken_ = true;
                    if (events_.on_event) events_.on_event(event);
                },
            .on_retry =
                [this](const providers::RetryNotice& notice) {
                    ++retries_;
                    if (events_.on_retry) events_.on_retry(notice);
                },
            .on_sending = events_.on_sending};
    }

    bool is_blind(const PreparedRequest& prepared) const {
        return !prepared.wire.images.empty() && providers::says_blind(*last_failure_);
    }

    Failed failed_blind() const {
        healing_.remember_blindness();
        auto blind = failed();
        blind.is_blind = true;
        return blind;
    }

    Failed failed() const {
        // Words that were handed on already must not be followed by another model's.
        const bool others = is_providers_fault(last_failure_->kind) && !has_spoken_;
        const auto& target = attempt_.target();
        auto error = providers::error_of(*last_failure_, target.provider, target.model);
        if (last_failure_->kind == FailureKind::NotFound &&
            providers::what_is_missing(last_failure_->message) == providers::Missing::Model) {
            error.message += models::did_you_mean({}, {target.provider, target.model});
        }
        if (last_failure_->kind == FailureKind::Auth && last_failure_->status == 401) {
            error.message += where_its_key_is(target.settings);
        }
        return Failed{
            .error = std::move(error),
            .others_may_do = others,
            .retries = retries_ + repairs_,
            .probes = healing_.probes()};
    }

    // A repair that leaves nothing to send is no answer; the refusal that led there is.
    Failed failed(const Error& error) const {
        if (last_failure_ && error.code == ErrorCode::LimitExceeded) return failed();
        return Failed{.error = error, .retries = retries_, .probes = healing_.probes()};
    }

    Attempt& attempt_;
    Healing& healing_;
    const Options& options_;
    const Events& events_;

    bool has_spoken_ = false;  // words of a reply were handed on
    int retries_ = 0;
    int repairs_ = 0;
    std::optional<WireFailure> last_failure_;
};

}  // namespace

Result<Delivered, Failed> deliver(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const Events& events,
    const std::stop_token& stop
) {
    if (target.is_local()) return ask_local(conversation, services, options, events, stop);
    Attempt attempt(conversation, target, picturing, services, options, stop);
    Healing healing(attempt, services, options, events);
    return Turn(attempt, healing, options, events).run();
}

Result<PreparedRequest> first_request(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const std::stop_token& stop
) {
    return Attempt(conversation, target, picturing, services, options, stop).prepare_first();
}

}  // namespace fovea::delivery
