#include "fovea/protocol/input_frame.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"

#include <initializer_list>
#include <string>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 32;

Error wrong(const std::string& what) {
    return {ErrorCode::InvalidInput, what};
}

Result<void> only(const json::object& frame, std::initializer_list<std::string_view> known) {
    for (const auto& field : frame) {
        bool found = false;
        for (const auto name : known) found = found || field.key() == name;
        if (found) continue;
        std::string message =
            "unknown field in an input frame of this type: \"" + to_utf8(field.key()) + "\"";
        if (field.key() == "message") {
            message += "; frames of Claude Code need --input-format claude-stream-json";
        }
        return wrong(message);
    }
    return {};
}

Result<InputFrame> parse_user(json::object& frame) {
    TRY(only(frame, {"type", "content"}));
    auto* content = frame.if_contains("content");
    if (content == nullptr) return wrong("a user frame needs \"content\"");
    if (!content->is_string() && !content->is_array()) {
        return wrong("\"content\" of a user frame must be a string or an array of blocks");
    }
    return InputFrame{UserFrame{std::move(*content)}};
}

Result<InputFrame> parse_control(const json::object& frame) {
    TRY(only(frame, {"type", "subtype"}));
    const auto subtype = text_in(frame, "subtype");
    if (subtype == "interrupt") return InputFrame{InterruptFrame{}};
    return wrong(
        "the subtype of a control frame must be \"interrupt\", not \"" + to_utf8(subtype) + "\""
    );
}

}  // namespace

Result<InputFrame> parse_input_frame(std::string_view line) {
    auto value = parse_foreign_json(line, kMaxDepth);
    if (!value.ok()) return wrong("a line of the input is not JSON: " + value.error().message);
    auto* frame = value.value().if_object();
    if (frame == nullptr) return wrong("a line of the input is not a JSON object");
    const auto type = text_in(*frame, "type");
    if (type == "user") return parse_user(*frame);
    if (type == "control") return parse_control(*frame);
    return wrong(
        "the type of an input frame must be \"user\" or \"control\", not \"" + to_utf8(type) + "\""
    );
}

}  // namespace fovea::protocol
