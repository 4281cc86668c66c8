// What a refusal means. Which picture was refused is never told (texts as of 2026-11).
#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/gemini/reply.hpp"
#include "fovea/providers/wire_headers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace fovea::providers::gemini {
namespace {

using std::chrono::milliseconds;

bool says(std::string_view message, std::string_view words) {
    return message.find(words) != std::string_view::npos;
}

template <std::size_t N>
bool says_any(std::string_view message, const std::array<std::string_view, N>& texts) {
    return std::ranges::any_of(texts, [&](auto text) { return says(message, text); });
}

// The last one is all that Gemini says about many a broken picture, and about other mistakes too.
// The two before it are about addresses.
constexpr std::array<std::string_view, 6> kImageTexts = {
    "Unable to process input image",
    "Provided image is not valid",
    "Unsupported MIME type: image/",
    "Cannot fetch content from the provided URL",
    "Invalid or unsupported file uri",
    "Request contains an invalid argument."};

constexpr std::array<std::string_view, 3> kUnsupportedTexts = {
    "input modality is not enabled", "Function calling is not enabled", "does not support image"};

constexpr std::array<std::string_view, 3> kTooLargeTexts = {
    "exceeds the maximum number of tokens",
    "Request payload size exceeds the limit",
    "exceeds the maximum allowed size"};

bool has_reason(const boost::json::value& error, std::string_view reason) {
    return std::ranges::any_of(items_at(error, "details"), [&](const auto& detail) {
        return text_at(detail, "reason") == reason;
    });
}

// A quota of the day is not filled again in a minute.
bool is_daily_quota(const boost::json::value& error) {
    for (const auto& detail : items_at(error, "details")) {
        for (const auto& violation : items_at(detail, "violations")) {
            if (says(text_at(violation, "quotaId"), "PerDay")) return true;
        }
    }
    return false;
}

// RetryInfo: "34s", "34.07s".
std::optional<milliseconds> retry_delay(const boost::json::value& error) {
    constexpr double kMaxSeconds = 7 * 24 * 3600;
    for (const auto& detail : items_at(error, "details")) {
        const auto text = text_at(detail, "retryDelay");
        double seconds = 0;
        const auto* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, seconds);
        if (parsed.ec != std::errc() || std::string_view(parsed.ptr, end) != "s") continue;
        if (!(seconds > 0) || seconds > kMaxSeconds) continue;
        return milliseconds(static_cast<milliseconds::rep>(std::ceil(seconds * 1000)));
    }
    return std::nullopt;
}

// "Request payload size exceeds the limit: 20971520 bytes."
std::optional<LearntLimit> limit_in(std::string_view message) {
    constexpr std::string_view kWords = "payload size exceeds the limit: ";
    const auto found = message.find(kWords);
    if (found == std::string_view::npos) return std::nullopt;
    const auto rest = message.substr(found + kWords.size());
    std::uint64_t bytes = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), bytes);
    if (parsed.ec != std::errc()) return std::nullopt;
    return LearntLimit{LearntLimit::What::RequestBytes, bytes};
}

FailureKind kind_of(int status, const boost::json::value& error, std::string_view message) {
    if (has_reason(error, "API_KEY_INVALID")) return FailureKind::Auth;
    if (status == 402) return FailureKind::Quota;
    if (status == 429) {
        return is_daily_quota(error) ? FailureKind::Quota : FailureKind::RateLimited;
    }
    // A file of someone else, or one that expired: it has to be sent again.
    if (status == 403 && says(message, "File")) return FailureKind::NotFound;
    if (status == 401 || status == 403) return FailureKind::Auth;
    if (status == 404) return FailureKind::NotFound;
    if (status == 413 || says_any(message, kTooLargeTexts)) return FailureKind::TooLarge;
    if (status == 408 || status == 409 || status >= 500) return FailureKind::Transient;
    if (says_any(message, kUnsupportedTexts)) return FailureKind::Unsupported;
    if (says_any(message, kImageTexts)) return FailureKind::ImageRejected;
    return FailureKind::BadRequest;
}

WireFailure classify(int status, const boost::json::value& body, std::string message) {
    const auto& error = field_at(body, "error");
    WireFailure failure{.status = status};
    failure.kind = kind_of(status, error, message);
    failure.retry_after = retry_delay(error);
    failure.limit = limit_in(message);
    failure.message = std::move(message);
    return failure;
}

}  // namespace

WireFailure read_failure(int status, const Headers& headers, std::string_view body) {
    const auto json = parse_wire_json(body);
    // Without alt=sse a stream is one array, and so is its error.
    const auto* list = json.ok() ? json.value().if_array() : nullptr;
    const boost::json::value none;
    const auto& told = json.ok() ? json.value() : none;
    const auto& whole = list != nullptr && !list->empty() ? list->front() : told;
    const auto words = json.ok() ? failure_words(status, boost::json::serialize(whole))
                                 : failure_words(status, body);
    auto failure = classify(status, whole, words);
    if (const auto asked = retry_after(headers)) failure.retry_after = asked;
    failure.should_retry = should_retry(headers);
    return failure;
}

WireFailure failure_in_answer(const boost::json::value& body) {
    const auto code = count_at(field_at(body, "error"), "code");
    const auto status = code <= 999 ? static_cast<int>(code) : 0;
    auto failure = classify(status, body, failure_words(status, boost::json::serialize(body)));
    if (failure.kind == FailureKind::Transient || failure.kind == FailureKind::BadRequest) {
        // An error nobody has heard of says nothing against asking again.
        failure.should_retry = failure.kind == FailureKind::Transient || status == 0;
        failure.kind = FailureKind::Stream;
    }
    return failure;
}

}  // namespace fovea::providers::gemini
