#include "fovea/base/error.hpp"

namespace fovea {
namespace {

struct WireWords {
    std::string_view name;
    std::string_view klass;
};

WireWords words(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput: return {"INVALID_INPUT", "input_invalid"};
        case ErrorCode::FileNotFound: return {"FILE_NOT_FOUND", "input_invalid"};
        case ErrorCode::UrlBlocked: return {"URL_BLOCKED", "input_invalid"};
        case ErrorCode::FileTooLarge: return {"FILE_TOO_LARGE", "input_invalid"};
        case ErrorCode::UnsupportedFileType: return {"UNSUPPORTED_FILE_TYPE", "input_invalid"};
        case ErrorCode::DecodeFailed: return {"DECODE_FAILED", "input_invalid"};
        case ErrorCode::LimitExceeded: return {"LIMIT_EXCEEDED", "input_invalid"};
        case ErrorCode::ConsentRequired: return {"CONSENT_REQUIRED", "not_available"};
        case ErrorCode::VisionNotSupported: return {"VISION_NOT_SUPPORTED", "not_available"};
        case ErrorCode::PdfNotSupported: return {"PDF_NOT_SUPPORTED", "not_available"};
        case ErrorCode::VideoNotSupported: return {"VIDEO_NOT_SUPPORTED", "not_available"};
        case ErrorCode::NoCandidate: return {"NO_CANDIDATE", "not_available"};
        case ErrorCode::PdfTooManyPages: return {"PDF_TOO_MANY_PAGES", "execution_failed"};
        case ErrorCode::LlmError: return {"LLM_ERROR", "execution_failed"};
        case ErrorCode::ResponseNotJson: return {"RESPONSE_NOT_JSON", "execution_failed"};
        case ErrorCode::BudgetExceeded: return {"BUDGET_EXCEEDED", "execution_failed"};
        case ErrorCode::Cancelled: return {"CANCELLED", "execution_failed"};
        case ErrorCode::StoreError: return {"STORE_ERROR", "execution_failed"};
        case ErrorCode::ConfigInvalid: return {"CONFIG_INVALID", "execution_failed"};
        case ErrorCode::Internal: return {"INTERNAL", "execution_failed"};
    }
    return {"INTERNAL", "execution_failed"};
}

}  // namespace

std::string_view wire_name(ErrorCode code) {
    return words(code).name;
}

std::string_view wire_class(ErrorCode code) {
    return words(code).klass;
}

}  // namespace fovea
