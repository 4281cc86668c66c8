// What a refusal means. The API answers all mistakes with one type, invalid_request_error, so which
// picture was refused, and why, has to be read out of the words (texts as of 2026-11).
#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/anthropic/reply.hpp"
#include "fovea/providers/least_edge.hpp"
#include "fovea/providers/wire_headers.hpp"
#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace fovea::providers::anthropic {
namespace {

bool says(std::string_view message, std::string_view words) {
    return message.find(words) != std::string_view::npos;
}

// The number right behind the first `words`.
std::optional<std::uint64_t> number_behind(std::string_view message, std::string_view words) {
    const auto found = message.find(words);
    if (found == std::string_view::npos) return std::nullopt;
    const auto rest = message.substr(found + words.size());
    std::uint64_t number = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (parsed.ec != std::errc()) return std::nullopt;
    return number;
}

std::size_t digits_at(std::string_view text, std::size_t at) {
    const auto end = std::min(text.find_first_not_of("0123456789", at), text.size());
    return end > at ? end - at : 0;
}

// The longest of messages.N.content.M[.tool_result.content.K] that stands in the message.
std::string path_in(std::string_view message) {
    const auto start = message.find("messages.");
    if (start == std::string_view::npos) return {};
    auto end = start;
    for (const std::string_view step : {"messages.", ".content.", ".tool_result.content."}) {
        if (!message.substr(end).starts_with(step)) break;
        const auto digits = digits_at(message, end + step.size());
        if (digits == 0) break;
        end += step.size() + digits;
    }
    auto path = message.substr(start, end - start);
    return says(path, ".content.") ? std::string(path) : std::string();
}

bool is_about_a_file(std::string_view message, std::string_view path) {
    constexpr std::array<std::string_view, 10> kTexts = {
        "image exceeds",
        "image dimensions",
        "Could not process image",
        "Image does not match the provided media type",
        "but the image appears to be",
        "too many images",
        "Unable to download the file",  // at an address
        "PDF pages may be provided",
        "Could not process PDF",
        "The PDF specified",
    };
    if (!path.empty()) {
        const auto behind = message.substr(message.find(path) + path.size());
        for (const std::string_view what : {".image", ".pdf", ".document"}) {
            if (behind.starts_with(what)) return true;
        }
    }
    return least_edge_in(message) ||
           std::ranges::any_of(kTexts, [&](auto text) { return says(message, text); });
}

std::optional<LearntLimit> limit_in(std::string_view message) {
    using What = LearntLimit::What;
    if (says(message, "image exceeds")) {
        // The API counts base64; limits here are of the file.
        if (const auto bytes = number_behind(message, " bytes > ")) {
            return LearntLimit{What::ImageBytes, *bytes / 4 * 3};
        }
    }
    if (const auto edge = number_behind(message, "max allowed size for many-image requests: ")) {
        return LearntLimit{What::ManyImagesEdge, *edge};
    }
    if (const auto edge = number_behind(message, "max allowed size: ")) {
        return LearntLimit{What::ImageEdge, *edge};
    }
    // Other models' servers speak this dialect too.
    if (const auto edge = least_edge_in(message)) return LearntLimit{What::LeastEdge, *edge};
    if (says(message, "too many images")) {
        if (const auto count = number_behind(message, " > ")) {
            return LearntLimit{What::Images, *count};
        }
    }
    if (says(message, "PDF pages may be provided")) {
        if (const auto pages = number_behind(message, "maximum of ")) {
            return LearntLimit{What::PdfPages, *pages};
        }
    }
    return std::nullopt;
}

bool is_unsupported(std::string_view message) {
    if (says(message, "image input is not supported")) return true;
    return says(message, "does not support") &&
           (says(message, "image") || says(message, "vision") || says(message, "tool"));
}

struct Told {
    std::string type;  // "rate_limit_error"
    std::string code;  // error.details.error_code
    std::string message;
};

bool is_quota(int status, const Told& told) {
    return status == 402 || told.type == "billing_error" ||
           told.code == "enforced_spend_limit_reached" ||
           says(told.message, "You have reached your specified API usage limits") ||
           says(told.message, "credit balance is too low");
}

bool is_too_large(int status, const Told& told) {
    return status == 413 || told.type == "request_too_large" ||
           says(told.message, "prompt is too long") || says(told.message, "exceed context limit");
}

FailureKind kind_of(int status, const Told& told, std::string_view path) {
    if (is_quota(status, told)) return FailureKind::Quota;
    if (is_too_large(status, told)) return FailureKind::TooLarge;
    if (status == 401 || status == 403) return FailureKind::Auth;
    if (status == 404) return FailureKind::NotFound;
    if (status == 429) return FailureKind::RateLimited;
    if (status == 408 || status == 409 || status >= 500) return FailureKind::Transient;
    if (is_about_a_file(told.message, path)) return FailureKind::ImageRejected;
    if (is_unsupported(told.message)) return FailureKind::Unsupported;
    return FailureKind::BadRequest;
}

// The status that an error of this type has when it is not inside a stream.
int status_of(std::string_view type) {
    struct Row {
        std::string_view type;
        int status;
    };
    constexpr std::array<Row, 11> kRows = {{
        {"invalid_request_error", 400},
        {"authentication_error", 401},
        {"billing_error", 402},
        {"permission_error", 403},
        {"not_found_error", 404},
        {"conflict_error", 409},
        {"request_too_large", 413},
        {"rate_limit_error", 429},
        {"api_error", 500},
        {"timeout_error", 504},
        {"overloaded_error", 529},
    }};
    const auto* row = std::ranges::find(kRows, type, &Row::type);
    return row == kRows.end() ? 0 : row->status;
}

WireFailure classify(int status, const Told& told) {
    WireFailure failure{.status = status, .message = told.message};
    const auto path = path_in(told.message);
    failure.kind = kind_of(status, told, path);
    if (failure.kind == FailureKind::ImageRejected) {
        failure.image_path = path;
        failure.limit = limit_in(told.message);
    }
    return failure;
}

Told told_by(int status, const boost::json::value& body, std::string message) {
    const auto& error = field_at(body, "error");
    Told told{text_at(error, "type"), text_at(field_at(error, "details"), "error_code"), {}};
    told.message = std::move(message);
    if (told.message.empty()) told.message = "HTTP " + std::to_string(status);
    return told;
}

}  // namespace

WireFailure read_failure(int status, const Headers& headers, std::string_view body) {
    const auto json = parse_wire_json(body);
    const auto told = told_by(
        status, json.ok() ? json.value() : boost::json::value(), failure_words(status, body)
    );
    auto failure = classify(status, told);
    failure.retry_after = retry_after(headers);
    failure.should_retry = should_retry(headers);
    return failure;
}

WireFailure failure_in_answer(const boost::json::value& body) {
    const auto status = status_of(text_at(field_at(body, "error"), "type"));
    const auto words = failure_words(status, boost::json::serialize(body));
    auto failure = classify(status, told_by(status, body, words));
    if (failure.kind == FailureKind::Transient || failure.kind == FailureKind::BadRequest) {
        // An error nobody has heard of says nothing against asking again.
        failure.should_retry = failure.kind == FailureKind::Transient || status == 0;
        failure.kind = FailureKind::Stream;
    }
    return failure;
}

}  // namespace fovea::providers::anthropic
