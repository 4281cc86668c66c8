#include "fovea/providers/openai_errors.hpp"

#include "fovea/providers/least_edge.hpp"
#include "fovea/providers/openai_image_path.hpp"
#include "fovea/providers/openai_refusal.hpp"
#include "fovea/providers/wire_headers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <iterator>

namespace fovea::providers {
namespace {

using Words = std::initializer_list<std::string_view>;

bool says(const OpenAiRefusal& refusal, Words any) {
    return std::ranges::any_of(any, [&](std::string_view words) {
        return refusal.words.find(words) != std::string::npos;
    });
}

bool cannot_see(const OpenAiRefusal& refusal) {
    return says(
        refusal,
        {"image input is not supported",    // llama.cpp, with status 500
         "does not support image",          //
         "does not support vision",         //
         "support image input",             // OpenRouter: no endpoint does
         "is not a multimodal model",       // vLLM
         "unknown variant `image_url`",     // DeepSeek's text models
         "image_url is only supported by",  // OpenAI's text models
         "unsupported content[].type",      // llama.cpp: any part it does not know
         "does not support tool",           //
         "support tool use",                // OpenRouter: no endpoint does
         "tools are not supported",         //
         "requires --jinja",                // llama.cpp, for tools
         "not supported in the v1/chat/completions"}
    );
}

bool refuses_picture(const OpenAiRefusal& refusal) {
    constexpr std::string_view kCodes[] = {
        "invalid_image",
        "invalid_image_format",
        "invalid_base64_image",
        "invalid_image_url",
        "image_too_large",
        "image_too_small",
        "image_parse_error",
        "image_content_policy_violation",
        "invalid_image_mode",
        "image_file_too_large",
        "unsupported_image_media_type",
        "empty_image_file",
        "failed_to_download_image"};
    if (std::ranges::find(kCodes, refusal.code) != std::end(kCodes)) return true;
    return says(
        refusal,
        {"unsupported image",
         "invalid image",
         "image data you provided",               // "… does not represent a valid image"
         "could not process image",               //
         "failed to load image",                  // llama.cpp
         "failed to decode image",                //
         "cannot identify image file",            // vLLM
         "field must be a base64 encoded image",  // LM Studio
         "error while downloading",               //
         "timeout while downloading"}
    );
}

bool is_too_large(const OpenAiRefusal& refusal) {
    return refusal.status == 413 || says(
                                        refusal,
                                        {"context_length_exceeded",
                                         "exceed_context_size_error",
                                         "maximum context length",
                                         "exceeds the available context size",
                                         "prompt is too long",
                                         "request_too_large",
                                         "request too large",  // 429, and no wait helps
                                         "request entity too large",
                                         "payload too large",
                                         "string_above_max_length"}
                                    );
}

bool is_quota(const OpenAiRefusal& refusal) {
    return refusal.status == 402 || says(
                                        refusal,
                                        {"insufficient_quota",
                                         "insufficient balance",
                                         "insufficient credits",
                                         "exceeded your current quota",
                                         "billing_hard_limit_reached",
                                         "billing_not_active"}
                                    );
}

FailureKind kind_by_status(const OpenAiRefusal& refusal) {
    const int status = refusal.status;
    if (refusal.moderated) return FailureKind::BadRequest;
    if (status == 401 || status == 403 || says(refusal, {"invalid_api_key"})) {
        return FailureKind::Auth;
    }
    if (status == 404 || says(refusal, {"model_not_found", "image_file_not_found"})) {
        return FailureKind::NotFound;
    }
    if (status == 429 || says(refusal, {"rate_limit_exceeded"})) return FailureKind::RateLimited;
    if (status == 501) return FailureKind::Unsupported;
    if (status == 408 || status == 409 || status >= 500 ||
        says(refusal, {"server_error", "overloaded", "unavailable_error"})) {
        return FailureKind::Transient;
    }
    return status != 0 && status < 300 ? FailureKind::Garbled : FailureKind::BadRequest;
}

// vLLM: "At most 4 image(s) may be provided in one prompt."
std::optional<LearntLimit> images_allowed(const OpenAiRefusal& refusal) {
    constexpr std::string_view kStart = "at most ";
    const auto at = refusal.words.find(kStart);
    if (at == std::string::npos) return std::nullopt;
    const auto rest = std::string_view(refusal.words).substr(at + kStart.size());
    LearntLimit limit{LearntLimit::What::Images, 0};
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), limit.value);
    if (read.ec != std::errc()) return std::nullopt;
    const auto behind = rest.substr(static_cast<std::size_t>(read.ptr - rest.data()));
    if (!behind.starts_with(" image")) return std::nullopt;
    return limit;
}

// What Mistral's servers insist on, their own and those that serve its models (vLLM, NIM, llama.cpp; seen
// 2026-10): "Unexpected role 'user' after role 'tool'", "conversation roles must alternate user and
// assistant roles except for tool calls and results", "Tool call id was call_1 but must be a-z, A-Z, 0-9,
// with a length of 9.".
std::optional<LearntLimit> form_wanted(const OpenAiRefusal& refusal) {
    using What = LearntLimit::What;
    if (says(refusal, {"unexpected role 'user' after role 'tool'", "roles must alternate"})) {
        return LearntLimit{What::ReplyAfterTools, 1};
    }
    constexpr std::string_view kLength = "with a length of ";
    const auto at = refusal.words.find(kLength);
    if (at == std::string::npos || !says(refusal, {"tool call id"})) return std::nullopt;
    const auto rest = std::string_view(refusal.words).substr(at + kLength.size());
    LearntLimit limit{What::CallIdLength, 0};
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), limit.value);
    const bool usable = read.ec == std::errc() && limit.value >= 8 && limit.value <= 64;
    return usable ? std::optional(limit) : std::nullopt;
}

WireFailure understand(const OpenAiRefusal& refusal) {
    WireFailure failure{
        .kind = FailureKind::BadRequest,
        .status = refusal.status,
        .message = plain_words(refusal.message)};
    auto part = find_part(refusal.param);
    if (part.path.empty()) part = find_part(refusal.message);
    const bool bad_request = refusal.status == 400 || refusal.status == 422;
    failure.limit = images_allowed(refusal);
    if (failure.limit) {
        failure.kind = failure.limit->value == 0 ? FailureKind::Unsupported : FailureKind::TooLarge;
    } else if (const auto edge = least_edge_in(refusal.message)) {
        failure.kind = FailureKind::ImageRejected;
        failure.image_path = part.path;
        failure.limit = LearntLimit{LearntLimit::What::LeastEdge, *edge};
    } else if (const auto form = form_wanted(refusal)) {
        failure.kind = FailureKind::BadRequest;
        failure.limit = form;
    } else if (cannot_see(refusal)) {
        failure.kind = FailureKind::Unsupported;
    } else if (refuses_picture(refusal) || (part.is_image && bad_request)) {
        failure.kind = FailureKind::ImageRejected;
        failure.image_path = part.path;
    } else if (is_too_large(refusal)) {
        failure.kind = FailureKind::TooLarge;
    } else if (is_quota(refusal)) {
        failure.kind = FailureKind::Quota;
    } else {
        failure.kind = kind_by_status(refusal);
    }
    if (failure.message.empty()) {
        failure.message = "status " + std::to_string(refusal.status) + " without a message";
    }
    return failure;
}

}  // namespace

WireFailure openai_reply_failure(const boost::json::value& error) {
    return understand(read_refusal(0, error));
}

WireFailure openai_stream_failure(const boost::json::value& error) {
    auto failure = openai_reply_failure(error);
    const bool unknown =
        failure.kind == FailureKind::BadRequest && failure.status == 0 && !failure.limit;
    if (unknown || failure.kind == FailureKind::Transient) failure.kind = FailureKind::Stream;
    return failure;
}

WireFailure read_openai_failure(int status, const Headers& headers, std::string_view body) {
    auto failure = understand(read_refusal_body(status, body));
    failure.retry_after = retry_after(headers);
    failure.should_retry = should_retry(headers);
    return failure;
}

}  // namespace fovea::providers
