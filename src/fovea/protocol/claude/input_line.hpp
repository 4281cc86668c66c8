// One line of `--input-format claude-stream-json` (H8):
//
//     {"type": "user", "message": {"role": "user", "content": "…" or blocks}}
//     {"type": "control_request", "request_id": "1", "request": {"subtype": "interrupt"}}
//     {"type": "control_response", "response": {"subtype": "success", "request_id": "2", …}}
//     {"type": "control_cancel_request", "request_id": "1"}
//
// Tolerant, as Claude Code is: fields and types that nobody knows here are passed over. InvalidInput
// for what is no JSON object, and for a user's message without content.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace fovea::protocol::claude {

struct UserLine {
    boost::json::value content;  // a string, or blocks in the form of user_content.hpp
    std::string uuid = {};
};
struct ControlRequest {
    std::string id;
    std::string subtype;
    boost::json::object request;
};
struct ControlResponse {
    std::string id;
    boost::json::object response;           // of a success
    std::optional<std::string> error = {};  // of a failure
};
struct ControlCancel {
    std::string id;
};
struct PassedOver {
    std::string type;
};

using InputLine =
    std::variant<UserLine, ControlRequest, ControlResponse, ControlCancel, PassedOver>;

Result<InputLine> parse_input_line(std::string_view line);

}  // namespace fovea::protocol::claude
