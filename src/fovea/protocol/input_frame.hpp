// One line of `--input-format stream-json` (H3):
//
//     {"type": "user", "content": "what is this?"}
//     {"type": "user", "content": [{"type": "text", "text": "and this?"},
//         {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "…"}},
//         {"type": "image", "sha256": "…"}]}
//     {"type": "control", "subtype": "interrupt"}
//
// Strict on purpose: an unknown type, an unknown field or a line that is not JSON is InvalidInput,
// so that nobody's words are silently lost.
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json.hpp>

#include <string_view>
#include <variant>

namespace fovea::protocol {

struct UserFrame {
    boost::json::value content;  // a string, or blocks; not looked at yet
};
struct InterruptFrame {};

using InputFrame = std::variant<UserFrame, InterruptFrame>;

Result<InputFrame> parse_input_frame(std::string_view line);

}  // namespace fovea::protocol
