// What a refusal means. All is told by one sentence, and much comes as 500 (texts as of 2026-08).
#include "fovea/providers/least_edge.hpp"
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

WireFailure failure_of(int status, std::string message) {
    WireFailure failure{.kind = kind_of(status, message), .status = status};
    if (const auto edge = least_edge_in(message)) {
        failure.kind = FailureKind::ImageRejected;
        failure.limit = LearntLimit{LearntLimit::What::LeastEdge, *edge};
    }
    failure.message = std::move(message);
    return failure;
}

}  // namespace

WireFailure read_failure(int status, const Headers& headers, std::string_view body) {
    auto failure = failure_of(status, failure_words(status, body));
    failure.retry_after = retry_after(headers);
    failure.should_retry = should_retry(headers);
    return failure;
}

WireFailure failure_in_answer(const boost::json::value& answer) {
    auto failure = failure_of(0, failure_words(0, boost::json::serialize(answer)));
    // Nothing tells a passing trouble from a lasting one.
    if (failure.kind == FailureKind::BadRequest) failure.kind = FailureKind::Stream;
    return failure;
}

}  // namespace fovea::providers::ollama
