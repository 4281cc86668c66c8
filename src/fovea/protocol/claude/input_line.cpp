#include "fovea/protocol/claude/input_line.hpp"

#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/message_json.hpp"

#include <utility>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxDepth = 64;

Error wrong(const std::string& what) {
    return {ErrorCode::InvalidInput, what};
}

std::string text_field(const json::object& from, std::string_view name) {
    return to_utf8(text_in(from, name));
}

json::object object_field(json::object& from, std::string_view name) {
    auto* value = from.if_contains(name);
    return value != nullptr && value->is_object() ? std::move(value->get_object()) : json::object();
}

void keep_only(json::object& from, std::initializer_list<std::string_view> known) {
    json::object kept;
    for (const auto name : known) {
        if (auto* value = from.if_contains(name)) kept[name] = std::move(*value);
    }
    from = std::move(kept);
}

// Files of the Files API are our own here, and a document may be plain words.
void fit_source(json::object& block) {
    auto* source = block.if_contains("source");
    if (source == nullptr || !source->is_object()) return;
    auto& fields = source->get_object();
    const auto type = text_field(fields, "type");
    const auto id = text_field(fields, "file_id");
    if (type == "text") {
        block = {{"type", "text"}, {"text", text_field(fields, "data")}};
    } else if (type == "file" && id.starts_with(kFileIdPrefix)) {
        fields = {{"type", "ref"}, {"sha256", id.substr(kFileIdPrefix.size())}};
    } else if (type == "base64") {
        keep_only(fields, {"type", "media_type", "data"});
    } else if (type == "url") {
        keep_only(fields, {"type", "url"});
    }
}

// A block as our own frames have it: marks for caches, citations and the like are left out.
void fit_block(json::value& value) {
    auto* block = value.if_object();
    if (block == nullptr) return;
    const auto type = text_field(*block, "type");
    if (type == "text") keep_only(*block, {"type", "text"});
    if (type != "image" && type != "document") return;
    const auto title = text_field(*block, "title");
    keep_only(*block, {"type", "source", "data", "url", "path", "sha256", "filename"});
    if (!title.empty() && !block->contains("filename")) (*block)["filename"] = title;
    fit_source(*block);
}

Result<InputLine> parse_user(json::object& frame) {
    auto message = object_field(frame, "message");
    auto* content = message.if_contains("content");
    if (content == nullptr || !(content->is_string() || content->is_array())) {
        return wrong("a user message needs \"message\" with \"content\", a string or blocks");
    }
    if (auto* blocks = content->if_array()) {
        for (auto& block : *blocks) fit_block(block);
    }
    return InputLine{UserLine{std::move(*content), text_field(frame, "uuid")}};
}

InputLine parse_response(json::object& frame) {
    auto response = object_field(frame, "response");
    ControlResponse answer{.id = text_field(response, "request_id"), .response = {}};
    if (text_field(response, "subtype") == "error") {
        answer.error = text_field(response, "error");
    } else {
        answer.response = object_field(response, "response");
    }
    return answer;
}

}  // namespace

Result<InputLine> parse_input_line(std::string_view line) {
    auto value = parse_foreign_json(line, kMaxDepth);
    if (!value.ok()) return wrong("a line of the input is not JSON: " + value.error().message);
    auto* frame = value.value().if_object();
    if (frame == nullptr) return wrong("a line of the input is not a JSON object");
    const auto type = text_field(*frame, "type");
    if (type == "user") return parse_user(*frame);
    if (type == "control_request") {
        auto request = object_field(*frame, "request");
        auto subtype = text_field(request, "subtype");
        return InputLine{ControlRequest{
            text_field(*frame, "request_id"), std::move(subtype), std::move(request)}};
    }
    if (type == "control_response") return parse_response(*frame);
    if (type == "control_cancel_request") {
        return InputLine{ControlCancel{text_field(*frame, "request_id")}};
    }
    return InputLine{PassedOver{type}};
}

}  // namespace fovea::protocol::claude
