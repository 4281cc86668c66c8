#include "fovea/cli/failure.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/printable.hpp"
#include "fovea/cli/exit_code.hpp"
#include "fovea/cli/output.hpp"
#include "fovea/protocol/error_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <cstdio>

namespace fovea::cli {

int exit_code_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidInput:
        case ErrorCode::FileNotFound:
        case ErrorCode::UrlBlocked:
        case ErrorCode::FileTooLarge:
        case ErrorCode::UnsupportedFileType:
        case ErrorCode::DecodeFailed:
        case ErrorCode::LimitExceeded:
        case ErrorCode::ConsentRequired:
        case ErrorCode::VisionNotSupported:
        case ErrorCode::PdfNotSupported:
        case ErrorCode::VideoNotSupported:
        case ErrorCode::NoCandidate:
        case ErrorCode::PdfTooManyPages:
        case ErrorCode::LlmError:
        case ErrorCode::ResponseNotJson:
        case ErrorCode::BudgetExceeded: return kInputError;
        case ErrorCode::Cancelled: return kCancelled;
        case ErrorCode::StoreError:
        case ErrorCode::Internal: return kRuntimeError;
        case ErrorCode::ConfigInvalid: return kConfiguration;
    }
    return kRuntimeError;
}

int report_failure(std::string_view command, const Error& error, bool as_json) {
    if (as_json) {
        print_line(json_text(boost::json::object{{"error", protocol::error_json(error)}}));
    } else {
        fmt::print(
            stderr, "{}: {}: {}\n", command, wire_name(error.code), printable(error.message)
        );
    }
    return exit_code_of(error.code);
}

int report_usage(std::string_view command, std::string_view problem, bool as_json) {
    if (as_json) {
        report_failure(command, {ErrorCode::InvalidInput, std::string(problem)}, true);
    } else {
        fmt::print(stderr, "{}: {}\nTry {} --help.\n", command, printable(problem), command);
    }
    return kUsage;
}

}  // namespace fovea::cli
