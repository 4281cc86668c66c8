#include "fovea/gateway/turns/turn_problems.hpp"

#include "fovea/base/public_message.hpp"
#include "fovea/net/http/retry.hpp"
#include "fovea/providers/dialects.hpp"

#include <chrono>

namespace fovea::gateway {
namespace {

constexpr int kBodyTooLarge = 413;

int status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput:
        case ErrorCode::UrlBlocked:
        case ErrorCode::UnsupportedFileType:
        case ErrorCode::DecodeFailed:
        case ErrorCode::VisionNotSupported:
        case ErrorCode::PdfNotSupported:
        case ErrorCode::VideoNotSupported:
        case ErrorCode::PdfTooManyPages:
        case ErrorCode::NoCandidate: return 400;
        case ErrorCode::ConfigInvalid:  // asking again does not help: no program should
        case ErrorCode::ConsentRequired: return 403;
        case ErrorCode::FileNotFound: return 404;
        case ErrorCode::FileTooLarge:
        case ErrorCode::LimitExceeded: return kBodyTooLarge;
        case ErrorCode::BudgetExceeded: return 429;
        case ErrorCode::Cancelled: return 499;
        case ErrorCode::LlmError:
        case ErrorCode::ResponseNotJson: return 502;
        case ErrorCode::StoreError:
        case ErrorCode::Internal: return 500;
    }
    return 500;
}

// Programs make their conversation shorter when they hear of it, each by the word of its own API.
bool is_too_long(const PassedRefusal& refusal, std::string_view kind) {
    if (refusal.status == kBodyTooLarge) return false;
    const auto dialect = providers::make_dialect(kind);
    if (!dialect.ok()) return false;
    providers::Headers headers;
    for (const auto& [name, value] : refusal.headers) headers.emplace_back(name, value);
    const auto failure = dialect.value()->read_failure(refusal.status, headers, refusal.body);
    return failure.kind == providers::FailureKind::TooLarge && !failure.limit;
}

}  // namespace

ApiError turn_problem(const Error& error, const std::string& type) {
    return {.status = status_of(error.code), .message = public_message(error), .type = type};
}

bool is_of_server(const Error& error) {
    return error.code == ErrorCode::LlmError || error.code == ErrorCode::PdfTooManyPages;
}

ApiError refused_problem(const Error& error, const PassedRefusal& refusal, std::string_view kind) {
    auto told = turn_problem(error);
    told.status = refusal.status;
    told.is_too_long = is_too_long(refusal, kind);
    const auto wait = net::server_hint(refusal.headers, std::chrono::system_clock::now());
    if (wait) told.retry_after = std::chrono::ceil<std::chrono::seconds>(*wait);
    return told;
}

}  // namespace fovea::gateway
