#include "fovea/delivery/deliver.hpp"

#include "fovea/base/answer_schema.hpp"
#include "fovea/delivery/ask_local.hpp"
#include "fovea/delivery/refusal.hpp"
#include "fovea/models/model_names.hpp"
#include "fovea/providers/blindness.hpp"
#include "fovea/providers/dialects.hpp"
#include "fovea/providers/not_found.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::delivery {
namespace {

using content::FileRef;
using providers::FailureKind;
using providers::Reply;
using providers::WireFailure;

constexpr int kMaxShrinks = 3;
constexpr int kTooLargeStatus = 413;
constexpr std::uint64_t kSlack = 1024;  // bytes of a request that nobody counts
constexpr int kMaxRepairs = 8;  // of one turn: each takes a picture out or makes limits stricter

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

// "Invalid schema for response_format 'answer': …", "output_config.format.schema: …".
bool speaks_of_schema(std::string_view message) {
    return message.find("schema") != message.npos || message.find("Schema") != message.npos ||
           message.find("response_format") != message.npos ||
           message.find("output_config") != message.npos;
}

class Turn {
public:
    Turn(
        const Conversation& conversation,
        Target target,
        const Picturing& picturing,
        const Services& services,
        const Options& options,
        const Events& events,
        const std::stop_token& stop
    )
        : conversation_(conversation),
          target_(std::move(target)),
          picturing_(picturing),
          services_(services),
          options_(options),
          events_(events),
          stop_(stop),
          source_(services.files) {}

    Result<PreparedRequest> first_request() {
        recall_limits();
        return prepare_now();
    }

    Result<Delivered, Failed> run() {
        auto opened = open();
        if (!opened.ok()) return Failed{.error = opened.error(), .others_may_do = true};
        for (int repairs = 0;; ++repairs) {
            repairs_ = repairs;
            auto prepared = prepare_now();
            if (!prepared.ok() && forget_guessed_limit(prepared.error())) prepared = prepare_now();
            if (!prepared.ok()) return failed(prepared.error());
            auto reply = send(prepared.value().wire, options_.delivery, live_events());
            if (reply.ok()) {
                remember_size();
                return Delivered{
                    std::move(reply).value(),
                    std::move(prepared).value().receipt,
                    std::move(refused_),
                    retries_ + repairs,
                    std::move(probes_)};
            }
            last_failure_ = std::move(reply).error();
            if (repairs >= kMaxRepairs || has_spoken_) return failed();
            if (is_blind(prepared.value())) return failed_blind();
            const auto repaired = repair(prepared.value());
            if (!repaired.ok()) {
                last_failure_ = repaired.error();
                return failed();
            }
            if (!repaired.value()) return failed();
        }
    }

private:
    Result<void> open() {
        dialect_ = TRY(providers::make_dialect(target_.kind));
        endpoint_.base_url = target_.settings.base_url;
        for (const auto& [name, value] : target_.settings.headers) {
            endpoint_.headers.emplace_back(name, value);
        }
        endpoint_.key = TRY(config::read_key(target_.settings, services_.environment));
        recall_limits();
        return {};
    }

    void recall_limits() {
        told_limits_ = target_.limits;
        apply_learnt(target_, services_.learnt.of(target_.endpoint(), services_.now()));
    }

    // A size that was learnt by trying may be less than the words of a longer conversation take. The
    // server has the last word then.
    bool forget_guessed_limit(const Error& error) {
        const bool guessed =
            target_.limits.max_request_bytes != told_limits_.max_request_bytes && !last_failure_;
        if (error.code != ErrorCode::LimitExceeded || !guessed) return false;
        target_.limits.max_request_bytes = told_limits_.max_request_bytes;
        return true;
    }

    Failed failed() const {
        // Words that were handed on already must not be followed by another model's.
        const bool others = is_providers_fault(last_failure_->kind) && !has_spoken_;
        auto error = providers::error_of(*last_failure_, target_.provider, target_.model);
        if (last_failure_->kind == FailureKind::NotFound &&
            providers::what_is_missing(last_failure_->message) == providers::Missing::Model) {
            error.message += models::did_you_mean({}, {target_.provider, target_.model});
        }
        return Failed{
            .error = std::move(error),
            .others_may_do = others,
            .retries = retries_ + repairs_,
            .probes = probes_};
    }

    bool is_blind(const PreparedRequest& prepared) const {
        return !prepared.wire.images.empty() && providers::says_blind(*last_failure_);
    }

    Failed failed_blind() const {
        const providers::LearntLimit limit{providers::LearntLimit::What::Images, 0};
        const bool news = services_.learnt.remember(target_.endpoint(), limit, services_.now());
        if (news && events_.on_learnt) events_.on_learnt(limit);
        auto blind = failed();
        blind.is_blind = true;
        return blind;
    }

    // A repair that leaves nothing to send is no answer; the refusal that led there is.
    Failed failed(const Error& error) const {
        if (last_failure_ && error.code == ErrorCode::LimitExceeded) return failed();
        return Failed{.error = error, .retries = retries_, .probes = probes_};
    }

    Result<PreparedRequest> prepare_now() {
        auto picturing = picturing_;
        picturing.standing_of = [this](const FileRef& image) {
            if (is_refused(image)) return context::Standing::Quarantined;
            return picturing_.standing_of ? picturing_.standing_of(image)
                                          : context::Standing::Usual;
        };
        if (options_.refused_in_words) {
            picturing.in_words = [this](const content::ImageBlock& image
                                 ) -> std::optional<context::InWords> {
                auto told = picturing_.in_words ? picturing_.in_words(image) : std::nullopt;
                if (told || !is_refused(image.source)) return told;
                return options_.refused_in_words(image);
            };
        }
        return prepare(
            in_words_ ? *in_words_ : conversation_,
            target_,
            picturing,
            services_.files,
            options_.delivery,
            stop_
        );
    }

    bool is_refused(const FileRef& image) const {
        return std::ranges::find(refused_, image, &Refused::image) != refused_.end();
    }

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
                }};
    }

    Result<Reply, WireFailure> send(
        const providers::WireRequest& wire,
        providers::ReplyForm delivery,
        const providers::ExchangeEvents& events
    ) {
        return providers::send_request(
            services_.client,
            *dialect_,
            endpoint_,
            wire,
            source_,
            {.delivery = delivery, .timeout = options_.timeout, .retries = options_.retries},
            events,
            stop_
        );
    }

    // True when the next request differs from the one that was refused.
    Result<bool, WireFailure> repair(const PreparedRequest& prepared) {
        const auto& failure = *last_failure_;
        if (failure.limit && learn(*failure.limit, prepared)) return true;
        if (failure.kind == FailureKind::TooLarge) return shrink(prepared) || leave_out(prepared);
        if (refuses_schema(failure)) return ask_in_words();
        if (failure.kind != FailureKind::ImageRejected) return false;
        return take_out(prepared);
    }

    // Each provider binds its models to some schemas and refuses the others. Any of them can still be
    // asked for in words, and whoever wants the answer checks it.
    bool refuses_schema(const WireFailure& failure) const {
        return failure.kind == FailureKind::BadRequest && conversation_.json_schema &&
               target_.traits.native_schema && speaks_of_schema(failure.message);
    }

    bool ask_in_words() {
        target_.traits.native_schema = false;
        in_words_ = conversation_;
        in_words_->system += schema_instructions(*conversation_.json_schema);
        return true;
    }

    bool learn(const providers::LearntLimit& limit, const PreparedRequest& prepared) {
        auto stricter = target_;
        if (!apply_learnt(stricter, std::span(&limit, 1))) return false;
        if (stricter.traits != target_.traits && !is_written_otherwise(prepared, stricter.traits)) {
            return false;
        }
        target_ = std::move(stricter);
        const bool news = services_.learnt.remember(target_.endpoint(), limit, services_.now());
        if (news && events_.on_learnt) events_.on_learnt(limit);
        return true;
    }

    // A form that the request has already is not what it was refused for, whatever the error says.
    bool is_written_otherwise(
        const PreparedRequest& prepared, const providers::ModelTraits& traits
    ) {
        const auto wire = dialect_->write(prepared.request, traits, options_.delivery, source_);
        return wire.ok() && wire.value().body != prepared.wire.body;
    }

    // The pictures by half, a few times: nobody said how much is allowed. False when they cannot be
    // made smaller.
    bool shrink(const PreparedRequest& prepared) {
        std::uint64_t tokens = 0;
        std::uint64_t bytes = 0;  // in base64
        for (const auto& delivery : prepared.receipt) {
            tokens += delivery.tokens;
            bytes += delivery.bytes / 3 * 4;
        }
        if (shrunk_ >= kMaxShrinks || prepared.wire.images.empty()) return false;
        const auto before = target_.limits;
        const auto size = prepared.wire.body.size();
        const auto others = size - std::min(bytes, size);
        target_.limits.max_request_bytes = others + bytes / 2 + kSlack;
        if (tokens > 0) target_.limits.max_image_tokens = tokens / 2;
        const auto smaller = prepare_now();
        if (!smaller.ok() || smaller.value().wire.body.size() >= size) {
            target_.limits = before;
            return false;
        }
        ++shrunk_;
        return true;
    }

    // No size is small enough: all pictures go as words, as those do that are refused one by one.
    bool leave_out(const PreparedRequest& prepared) {
        if (last_failure_->status != kTooLargeStatus) return false;
        const auto suspects = suspects_in(prepared.receipt, prepared.request.messages);
        for (const auto& suspect : suspects) {
            refused_.push_back({suspect.image, last_failure_->message});
        }
        shrunk_ = 0;
        return !suspects.empty();
    }

    // What was small enough after a 413 is what this server takes.
    void remember_size() {
        if (shrunk_ == 0 || !last_failure_ || last_failure_->status != kTooLargeStatus) return;
        if (!target_.limits.max_request_bytes) return;
        const providers::LearntLimit limit{
            providers::LearntLimit::What::RequestBytes, *target_.limits.max_request_bytes};
        const bool news = services_.learnt.remember(target_.endpoint(), limit, services_.now());
        if (news && events_.on_learnt) events_.on_learnt(limit);
    }

    Result<bool, WireFailure> take_out(const PreparedRequest& prepared) {
        const auto& failure = *last_failure_;
        if (const auto image =
                refused_at(failure.image_path, prepared.wire.images, prepared.receipt)) {
            refused_.push_back({*image, failure.message});
            return true;
        }
        // A place that holds no picture: a document, which is nobody's to take out here.
        if (!failure.image_path.empty()) return false;
        if (guess_) return take_back_guess();
        const auto suspects = suspects_in(prepared.receipt, prepared.request.messages);
        if (suspects.empty()) return false;
        if (const auto image = likely(suspects)) {
            refused_.push_back({*image, failure.message});
            if (suspects.size() > 1) guess_ = image;
            return true;
        }
        const auto found = TRY(bisect(suspects, [this](auto some) { return probe(some); }));
        for (const auto& image : found) refused_.push_back({image, failure.message});
        return !found.empty();
    }

    // It was not the new one, or not alone: all are asked about.
    Result<bool, WireFailure> take_back_guess() {
        std::erase_if(refused_, [&](const Refused& each) { return each.image == *guess_; });
        guess_.reset();
        has_guessed_ = true;
        const auto prepared = prepare_now();
        if (!prepared.ok()) {
            return WireFailure{.kind = FailureKind::Unsent, .message = prepared.error().message};
        }
        return take_out(prepared.value());
    }

    // The only one, or the only one that is new to this provider.
    std::optional<FileRef> likely(const std::vector<Suspect>& suspects) const {
        if (suspects.size() == 1) return suspects.front().image;
        if (has_guessed_ || !options_.was_accepted) return std::nullopt;
        std::optional<FileRef> only;
        for (const auto& suspect : suspects) {
            if (options_.was_accepted(suspect.image)) continue;
            if (only) return std::nullopt;
            only = suspect.image;
        }
        return only;
    }

    Result<bool, WireFailure> probe(std::span<const Suspect> suspects) {
        content::Message message{.role = content::Role::User};
        for (const auto& suspect : suspects) {
            message.content.insert(
                message.content.end(), suspect.blocks.begin(), suspect.blocks.end()
            );
        }
        message.content.emplace_back(content::TextBlock{"Answer with OK."});
        const providers::Request request{
            .model = target_.model,
            .system = {},
            .messages = {std::move(message)},
            .max_output_tokens = 16};
        const auto wire =
            dialect_->write(request, target_.traits, providers::ReplyForm::Whole, source_);
        if (!wire.ok()) {
            return WireFailure{.kind = FailureKind::Unsent, .message = wire.error().message};
        }
        const auto reply = send(wire.value(), providers::ReplyForm::Whole, {});
        if (reply.ok()) {
            probes_.push_back(reply.value().usage);
            return false;
        }
        if (reply.error().kind == FailureKind::ImageRejected) return true;
        return reply.error();
    }

    const Conversation& conversation_;
    Target target_;  // with the limits as far as they are known
    const Picturing& picturing_;
    const Services& services_;
    const Options& options_;
    const Events& events_;
    const std::stop_token& stop_;

    VariantFiles source_;
    std::unique_ptr<providers::Dialect> dialect_;
    providers::Endpoint endpoint_;
    std::vector<Refused> refused_;
    std::optional<FileRef> guess_;  // taken out because it is new
    bool has_guessed_ = false;
    int shrunk_ = 0;           // times
    bool has_spoken_ = false;  // words of a reply were handed on
    int retries_ = 0;
    int repairs_ = 0;
    std::vector<providers::Usage> probes_;  // that were answered
    context::RequestLimits told_limits_;    // by the catalogue and the configuration
    std::optional<WireFailure> last_failure_;
    std::optional<Conversation> in_words_;  // the conversation, where its schema was refused
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
    if (target.is_local()) return ask_local(conversation, services, options, stop);
    return Turn(conversation, target, picturing, services, options, events, stop).run();
}

Result<PreparedRequest> first_request(
    const Conversation& conversation,
    const Target& target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const std::stop_token& stop
) {
    const Events nobody;
    return Turn(conversation, target, picturing, services, options, nobody, stop).first_request();
}

}  // namespace fovea::delivery
