// What can go wrong, as values: a code from the product's contract and one sentence for a person.
//
//     return Error{ErrorCode::DecodeFailed, "PNG ends inside its third chunk"};
//
// The code decides what programs do (exit code, HTTP status, retry); the sentence is for people and
// names the offending value. Keys and picture bytes never enter a message.
#pragma once

#include <string>
#include <string_view>

namespace fovea {

enum class ErrorCode {
    InvalidInput,
    FileNotFound,
    UrlBlocked,
    FileTooLarge,
    UnsupportedFileType,
    DecodeFailed,
    LimitExceeded,
    ConsentRequired,
    VisionNotSupported,
    PdfNotSupported,
    VideoNotSupported,
    NoCandidate,
    PdfTooManyPages,
    LlmError,
    ResponseNotJson,
    BudgetExceeded,
    Cancelled,
    StoreError,
    ConfigInvalid,
    Internal,
};

struct Error {
    ErrorCode code;
    std::string message;  // one sentence for a person, with the offending value

    bool operator==(const Error&) const = default;
};

// The name on the wire, "DECODE_FAILED".
std::string_view wire_name(ErrorCode code);

// The class on the wire: "input_invalid", "not_available" or "execution_failed".
std::string_view wire_class(ErrorCode code);

}  // namespace fovea
