#include "fovea/delivery/healing.hpp"

#include <algorithm>
#include <utility>

namespace fovea::delivery {
namespace {

using content::FileRef;
using providers::FailureKind;
using providers::LearntLimit;
using providers::WireFailure;

constexpr int kMaxShrinks = 3;
constexpr std::size_t kMostNamed = 16;  // pictures that are refused one after the other
constexpr int kTooLargeStatus = 413;
constexpr std::uint64_t kSlack = 1024;  // bytes of a request that nobody counts

// "Invalid schema for response_format 'answer': …", "output_config.format.schema: …".
bool speaks_of_schema(std::string_view message) {
    return message.find("schema") != message.npos || message.find("Schema") != message.npos ||
           message.find("response_format") != message.npos ||
           message.find("output_config") != message.npos;
}

bool has_files(const std::vector<content::Message>& messages) {
    const auto is_file = [](const content::ContentBlock& block) {
        return std::holds_alternative<content::DocumentBlock>(block) ||
               std::holds_alternative<content::VideoBlock>(block);
    };
    return std::ranges::any_of(messages, [&](const content::Message& message) {
        return std::ranges::any_of(message.content, is_file);
    });
}

WireFailure unsent(const Error& error) {
    return {.kind = FailureKind::Unsent, .message = error.message};
}

}  // namespace

Result<bool, WireFailure> Healing::heal(
    const PreparedRequest& prepared, const WireFailure& failure
) {
    if (failure.limit && learn(*failure.limit, prepared)) return true;
    if (failure.kind == FailureKind::TooLarge) {
        return shrink(prepared) || leave_out(prepared, failure);
    }
    if (refuses_schema(failure)) {
        attempt_.ask_for_schema_in_words();
        return true;
    }
    if (failure.kind != FailureKind::ImageRejected) return false;
    return take_out(prepared, failure);
}

void Healing::remember_blindness() {
    remember({LearntLimit::What::Images, 0});
}

void Healing::remember_size(const std::optional<WireFailure>& last_failure) {
    if (shrunk_ == 0 || !last_failure || last_failure->status != kTooLargeStatus) return;
    const auto bytes = attempt_.target().limits.max_request_bytes;
    if (bytes) remember({LearntLimit::What::RequestBytes, *bytes});
}

void Healing::remember(const LearntLimit& limit) {
    const auto endpoint = attempt_.target().endpoint();
    const bool news = services_.learnt.remember(endpoint, limit, services_.now());
    if (news && events_.on_learnt) events_.on_learnt(limit);
}

bool Healing::learn(const LearntLimit& limit, const PreparedRequest& prepared) {
    if (limit.value == 0 && limit.what != LearntLimit::What::Images) return false;  // says nothing
    auto& target = attempt_.target();
    auto stricter = target;
    if (!apply_learnt(stricter, std::span(&limit, 1))) return false;
    if (stricter.traits != target.traits && !is_written_otherwise(prepared, stricter.traits)) {
        return false;
    }
    target = std::move(stricter);
    remember(limit);
    // What keeps to it already was refused for another reason.
    const auto next = attempt_.prepare();
    return !next.ok() || next.value().wire.body != prepared.wire.body;
}

// A form that the request has already is not what it was refused for, whatever the error says.
bool Healing::is_written_otherwise(
    const PreparedRequest& prepared, const providers::ModelTraits& traits
) {
    const auto wire = attempt_.write(prepared.request, traits, options_.delivery);
    return wire.ok() && wire.value().body != prepared.wire.body;
}

// Each provider binds its models to some schemas and refuses the others. Any of them can still be
// asked for in words, and whoever wants the answer checks it.
bool Healing::refuses_schema(const WireFailure& failure) {
    return failure.kind == FailureKind::BadRequest && attempt_.conversation().json_schema &&
           attempt_.target().traits.native_schema && speaks_of_schema(failure.message);
}

// The pictures by half, a few times: nobody said how much is allowed. False when they cannot be
// made smaller.
bool Healing::shrink(const PreparedRequest& prepared) {
    std::uint64_t tokens = 0;
    std::uint64_t bytes = 0;  // in base64
    for (const auto& delivery : prepared.receipt) {
        tokens += delivery.tokens;
        bytes += delivery.bytes / 3 * 4;
    }
    if (shrunk_ >= kMaxShrinks || prepared.wire.images.empty()) return false;
    auto& limits = attempt_.target().limits;
    const auto before = limits;
    const auto size = prepared.wire.body.size();
    const auto others = size - std::min(bytes, size);
    limits.max_request_bytes = others + bytes / 2 + kSlack;
    if (tokens > 0) limits.max_image_tokens = tokens / 2;
    const auto smaller = attempt_.prepare();
    if (!smaller.ok() || smaller.value().wire.body.size() >= size) {
        limits = before;
        return false;
    }
    ++shrunk_;
    return true;
}

// No size is small enough: all pictures go as words, as those do that are refused one by one.
bool Healing::leave_out(const PreparedRequest& prepared, const WireFailure& failure) {
    if (failure.status != kTooLargeStatus) return false;
    shrunk_ = 0;
    return refuse_all(prepared, failure);
}

bool Healing::refuse_all(const PreparedRequest& prepared, const WireFailure& failure) {
    const auto suspects = suspects_in(prepared.receipt, prepared.request.messages);
    for (const auto& suspect : suspects) attempt_.refuse(suspect.image, failure.message);
    return !suspects.empty();
}

Result<bool, WireFailure> Healing::take_out(
    const PreparedRequest& prepared, const WireFailure& failure
) {
    if (const auto image = refused_at(failure.image_path, prepared.wire.images, prepared.receipt)) {
        if (attempt_.refused().size() >= kMostNamed) return refuse_all(prepared, failure);
        attempt_.refuse(*image, failure.message);
        return true;
    }
    // A place that holds no picture: a document, which is nobody's to take out here, or a place in a
    // request that somebody wrote anew on the way.
    if (!failure.image_path.empty() && has_files(prepared.request.messages)) return false;
    if (guess_) return take_back_guess(failure);
    const auto suspects = suspects_in(prepared.receipt, prepared.request.messages);
    if (suspects.empty()) return false;
    if (const auto image = likely(suspects)) {
        attempt_.refuse(*image, failure.message);
        if (suspects.size() > 1) guess_ = image;
        return true;
    }
    const auto found = TRY(bisect(suspects, [this](auto some) { return probe(some); }));
    for (const auto& image : found) attempt_.refuse(image, failure.message);
    return !found.empty();
}

// It was not the new one, or not alone: all are asked about.
Result<bool, WireFailure> Healing::take_back_guess(const WireFailure& failure) {
    attempt_.take_back(*guess_);
    guess_.reset();
    has_guessed_ = true;
    const auto prepared = attempt_.prepare();
    if (!prepared.ok()) return unsent(prepared.error());
    return take_out(prepared.value(), failure);
}

// The only one, or the only one that is new to this provider.
std::optional<FileRef> Healing::likely(const std::vector<Suspect>& suspects) const {
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

Result<bool, WireFailure> Healing::probe(std::span<const Suspect> suspects) {
    content::Message message{.role = content::Role::User};
    for (const auto& suspect : suspects) {
        message.content.insert(message.content.end(), suspect.blocks.begin(), suspect.blocks.end());
    }
    message.content.emplace_back(content::TextBlock{"Answer with OK."});
    const auto& target = attempt_.target();
    const providers::Request request{
        .model = target.model,
        .system = {},
        .messages = {std::move(message)},
        .max_output_tokens = 16};
    const auto wire = attempt_.write(request, target.traits, providers::ReplyForm::Whole);
    if (!wire.ok()) return unsent(wire.error());
    const auto reply = attempt_.send(wire.value(), providers::ReplyForm::Whole, {});
    if (reply.ok()) {
        probes_.push_back(reply.value().usage);
        return false;
    }
    if (reply.error().kind == FailureKind::ImageRejected) return true;
    return reply.error();
}

}  // namespace fovea::delivery
