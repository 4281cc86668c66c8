#include "fovea/protocol/claude/message_json.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

json::object source_json(const content::FileRef& file) {
    if (const auto* blob = content::blob_of(file)) {
        return {{"type", "file"}, {"file_id", std::string(kFileIdPrefix) + blob->sha256.hex()}};
    }
    return {{"type", "url"}, {"url", to_utf8(std::get<content::UrlRef>(file).url)}};
}

json::object file_json(
    std::string_view type,
    const content::FileRef& file,
    const std::string& mime,
    const std::string& filename
) {
    json::object block{{"type", type}, {"source", source_json(file)}};
    if (!mime.empty()) block["media_type"] = mime;
    if (!filename.empty()) block["title"] = to_utf8(filename);
    return block;
}

json::object to_json(const content::TextBlock& block) {
    return {{"type", "text"}, {"text", to_utf8(block.text)}};
}

json::object to_json(const content::ImageBlock& block) {
    auto json = file_json("image", block.source, block.mime, block.filename);
    if (block.size.width > 0) {
        json["width"] = block.size.width;
        json["height"] = block.size.height;
    }
    return json;
}

json::object to_json(const content::DocumentBlock& block) {
    return file_json("document", block.source, block.mime, block.filename);
}

json::object to_json(const content::VideoBlock& block) {
    return file_json("video", block.source, block.mime, block.filename);
}

json::object to_json(const content::ToolUseBlock& block) {
    return {
        {"type", "tool_use"},
        {"id", to_utf8(block.id)},
        {"name", to_utf8(block.name)},
        {"input", input_json(block.input)}};
}

json::object to_json(const content::ToolResultBlock& block) {
    json::array content;
    for (const auto& output : block.content) {
        content.push_back(std::visit([](const auto& each) { return to_json(each); }, output));
    }
    return {
        {"type", "tool_result"},
        {"tool_use_id", to_utf8(block.tool_use_id)},
        {"content", std::move(content)},
        {"is_error", block.is_error}};
}

json::object to_json(const content::ThinkingBlock& block) {
    return {
        {"type", "thinking"},
        {"thinking", to_utf8(block.text)},
        {"signature", to_utf8(block.signature)}};
}

}  // namespace

json::object block_json(const content::ContentBlock& block) {
    return std::visit([](const auto& each) { return to_json(each); }, block);
}

json::array blocks_json(const std::vector<content::ContentBlock>& blocks) {
    json::array array;
    for (const auto& block : blocks) array.push_back(block_json(block));
    return array;
}

json::object input_json(const std::string& input) {
    boost::system::error_code broken;
    auto value = json::parse(input, broken);
    return !broken && value.is_object() ? std::move(value.as_object()) : json::object();
}

json::object usage_json(const providers::Usage& usage) {
    const auto written = usage.cache_write_tokens + usage.cache_write_long_tokens;
    const auto cached = std::min(usage.input_tokens, usage.cache_read_tokens + written);
    return {
        {"input_tokens", usage.input_tokens - cached},
        {"output_tokens", usage.output_tokens},
        {"cache_creation_input_tokens", written},
        {"cache_read_input_tokens", usage.cache_read_tokens},
        {"cache_creation",
         {{"ephemeral_5m_input_tokens", usage.cache_write_tokens},
          {"ephemeral_1h_input_tokens", usage.cache_write_long_tokens}}},
        {"service_tier", "standard"}};
}

std::string_view stop_reason(providers::FinishReason finish) {
    switch (finish) {
        case providers::FinishReason::Stop: return "end_turn";
        case providers::FinishReason::ToolCalls: return "tool_use";
        case providers::FinishReason::Length: return "max_tokens";
        case providers::FinishReason::ContentFilter: return "refusal";
        case providers::FinishReason::Pause: return "pause_turn";
        case providers::FinishReason::Error:
        case providers::FinishReason::Other: return "end_turn";
    }
    return "end_turn";
}

}  // namespace fovea::protocol::claude
