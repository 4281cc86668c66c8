#include "fovea/delivery/attempt.hpp"

#include "fovea/base/answer_schema.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {

using content::FileRef;

Attempt::Attempt(
    const Conversation& conversation,
    Target target,
    const Picturing& picturing,
    const Services& services,
    const Options& options,
    const std::stop_token& stop
)
    : conversation_(conversation),
      target_(std::move(target)),
      picturing_(picturing),
      services_(services),
      options_(options),
      stop_(stop),
      told_bytes_(target_.limits.max_request_bytes),
      source_(services.files) {
    apply_learnt(target_, services_.learnt.of(target_.endpoint(), services_.now()));
}

Result<void> Attempt::open() {
    TRY(open_dialect());
    endpoint_.base_url = target_.settings.base_url;
    for (const auto& [name, value] : target_.settings.headers) {
        endpoint_.headers.emplace_back(name, value);
    }
    endpoint_.key = TRY(config::read_key(target_.settings, services_.environment));
    return {};
}

Result<void> Attempt::open_dialect() {
    if (dialect_) return {};
    dialect_ = TRY(services_.dialect ? services_.dialect(target_) : dialect_of(target_));
    return {};
}

Result<PreparedRequest> Attempt::prepare_first() {
    auto prepared = prepare();
    auto& bytes = target_.limits.max_request_bytes;
    if (prepared.ok() || bytes == told_bytes_) return prepared;
    if (prepared.error().code != ErrorCode::LimitExceeded) return prepared;
    bytes = told_bytes_;
    return prepare();
}

Result<PreparedRequest> Attempt::prepare() {
    TRY(open_dialect());
    auto picturing = picturing_;
    picturing.standing_of = [this](const FileRef& image) {
        if (is_refused(image)) return context::Standing::Quarantined;
        return picturing_.standing_of ? picturing_.standing_of(image) : context::Standing::Usual;
    };
    if (options_.refused_in_words) {
        picturing.in_words = [this](const content::ImageBlock& image
                             ) -> std::optional<context::InWords> {
            auto told = picturing_.in_words ? picturing_.in_words(image) : std::nullopt;
            if (told || !is_refused(image.source)) return told;
            return options_.refused_in_words(image);
        };
    }
    return delivery::prepare(
        in_words_ ? *in_words_ : conversation_,
        target_,
        picturing,
        services_.files,
        *dialect_,
        options_.delivery,
        stop_
    );
}

Result<providers::Reply, providers::WireFailure> Attempt::send(
    const providers::WireRequest& wire,
    providers::ReplyForm form,
    const providers::ExchangeEvents& events
) {
    return providers::send_request(
        services_.client,
        *dialect_,
        endpoint_,
        wire,
        source_,
        {.delivery = form, .timeout = options_.timeout, .retries = options_.retries},
        events,
        stop_
    );
}

Result<providers::WireRequest> Attempt::write(
    const providers::Request& request,
    const providers::ModelTraits& traits,
    providers::ReplyForm form
) {
    return dialect_->write(request, traits, form, source_);
}

void Attempt::refuse(const FileRef& image, const std::string& why) {
    refused_.push_back({image, why});
}

void Attempt::take_back(const FileRef& image) {
    std::erase_if(refused_, [&](const Refused& each) { return each.image == image; });
}

void Attempt::ask_for_schema_in_words() {
    target_.traits.native_schema = false;
    in_words_ = conversation_;
    in_words_->system += schema_instructions(*conversation_.json_schema);
}

bool Attempt::is_refused(const FileRef& image) const {
    return std::ranges::find(refused_, image, &Refused::image) != refused_.end();
}

}  // namespace fovea::delivery
