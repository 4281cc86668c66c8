// What a refusal means. All is told by one sentence, and much comes as 500 (texts as of 2026-08).
#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/ollama/reply.hpp"
#include "fovea/providers/wire_headers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace fovea::providers::ollama {
namespace {

template <std::size_t N>
bool says_any(std::string_view message, const std::array<std::string_view, N>& texts) {
    return std::ranges::any_of(texts, [&](auto text) {
        return message.find(text) != std::string_view::npos;
    });
}

constexpr std::array<std::string_view, 5> kUnsupportedTexts = {
    "does not support vision",
    "does not support image",
    "does not support tools",
    "image input is not supported",
    "missing data required for image input"};

// The second is what Go's decoders say.
constexpr std::array<std::string_view, 5> kImageTexts = {
    "invalid image input",
    "image: unknown format",
    "failed to decode image",
    "unable to decode image",
    "failed to process image"};

constexpr std::array<std::string_view, 4> kTooLargeTexts = {
    "exceeds maximum context length",
    "exceeds the context length",
    "exceeds the available context",
    "prompt is too long"};

// The sentence first: the status of a refused picture may be 500, and asking again would not help.
FailureKind kind_of(int status, std::string_view message) {
    if (says_any(message, kUnsupportedTexts)) return FailureKind::Unsupported;
    if (says_any(message, kImageTexts)) return FailureKind::ImageRejected;
    if (status == 413 || says_any(message, kTooLargeTexts)) return FailureKind::TooLarge;
    if (status == 401 || status == 403) return FailureKind::Auth;
    if (status == 402) return FailureKind::Quota;
    if (status == 404) return FailureKind::NotFound;
    if (status == 429) return FailureKind::RateLimited;
    if (status == 408 || status == 409 || status >= 500) return FailureKind::Transient;
    return FailureKind::BadRequest;
}

}  // namespace

WireFailure read_failure(int status, const Headers& headers, std::string_view body) {
    auto message = failure_words(status, body);
    const auto kind = kind_of(status, message);
    return {
        .kind = kind,
        .status = status,
        .message = std::move(message),
        .retry_after = retry_after(headers),
        .should_retry = should_retry(headers)};
}

WireFailure failure_in_answer(const boost::json::value& answer) {
    auto message = failure_words(0, boost::json::serialize(answer));
    auto kind = kind_of(0, message);
    // Nothing tells a passing trouble from a lasting one.
    if (kind == FailureKind::BadRequest) kind = FailureKind::Stream;
    return {.kind = kind, .message = std::move(message)};
}

}  // namespace fovea::providers::ollama
