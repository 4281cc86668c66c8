// The writing half of json.hpp. Fields that are empty or at their default are left out.
#include "fovea/base/utf8.hpp"
#include "fovea/content/file_name.hpp"
#include "fovea/content/json.hpp"

#include <boost/json.hpp>

#include <cstdint>
#include <string_view>
#include <utility>

namespace fovea::content {
namespace {

namespace json = boost::json;

// An input nested deeper is kept as text, so that what was written can be read within the depth
// that readers allow.
constexpr std::size_t kMaxInputDepth = 32;

void put(json::object& out, std::string_view name, std::string_view text) {
    if (!text.empty()) out[name] = to_utf8(text);
}

void put(json::object& out, std::string_view name, std::uint32_t number) {
    if (number != 0) out[name] = number;
}

void put_flag(json::object& out, std::string_view name, bool value) {
    if (value) out[name] = true;
}

void put_source(json::object& out, const FileRef& source) {
    if (const auto* blob = std::get_if<BlobRef>(&source)) {
        out["sha256"] = blob->sha256.hex();
    } else if (const auto* link = std::get_if<UrlRef>(&source)) {
        out["url"] = to_utf8(link->url);
    }
}

json::object write(const TextBlock& block) {
    return {{"type", "text"}, {"text", to_utf8(block.text)}};
}

json::object write(const ImageBlock& block) {
    json::object out{{"type", "image"}};
    put_source(out, block.source);
    put(out, "mime", block.mime);
    put(out, "width", block.size.width);
    put(out, "height", block.size.height);
    put(out, "filename", plain_file_name(block.filename));
    put(out, "alt", block.alt);
    if (const auto& crop = block.crop) {
        out["crop"] = json::array{crop->x, crop->y, crop->width, crop->height};
    }
    put_flag(out, "cache_control", block.cache_control);
    return out;
}

json::object write(const DocumentBlock& block) {
    json::object out{{"type", "document"}};
    put_source(out, block.source);
    put(out, "mime", block.mime);
    put(out, "filename", plain_file_name(block.filename));
    put_flag(out, "cache_control", block.cache_control);
    return out;
}

json::object write(const VideoBlock& block) {
    json::object out{{"type", "video"}};
    put_source(out, block.source);
    put(out, "mime", block.mime);
    put(out, "filename", plain_file_name(block.filename));
    return out;
}

json::object write(const ToolUseBlock& block) {
    json::object out{
        {"type", "tool_use"}, {"id", to_utf8(block.id)}, {"name", to_utf8(block.name)}};
    if (block.input.empty()) {
        out["input"] = json::object{};
        return out;
    }
    // A model cut off in the middle leaves half an object behind: it is kept as it came.
    json::parse_options options;
    options.max_depth = kMaxInputDepth;
    json::error_code failed;
    auto input = json::parse(block.input, failed, {}, options);
    if (!failed && input.is_object()) {
        out["input"] = std::move(input);
    } else {
        out["input_text"] = to_utf8(block.input);
    }
    return out;
}

json::object write(const ToolResultBlock& block) {
    json::array content;
    for (const auto& output : block.content) {
        content.emplace_back(std::visit([](const auto& part) { return write(part); }, output));
    }
    json::object out{
        {"type", "tool_result"},
        {"tool_use_id", to_utf8(block.tool_use_id)},
        {"content", std::move(content)}};
    put_flag(out, "is_error", block.is_error);
    return out;
}

json::object write(const ThinkingBlock& block) {
    json::object out{{"type", "thinking"}, {"text", to_utf8(block.text)}};
    put(out, "signature", block.signature);
    put(out, "provider", block.provider);
    return out;
}

std::string_view name_of(Role role) {
    switch (role) {
        case Role::System: return "system";
        case Role::User: return "user";
        case Role::Assistant: return "assistant";
    }
    return "user";
}

}  // namespace

json::value to_json(const ContentBlock& block) {
    return std::visit([](const auto& part) { return write(part); }, block);
}

json::value to_json(const Message& message) {
    json::array content;
    for (const auto& block : message.content) content.push_back(to_json(block));
    return json::object{{"role", name_of(message.role)}, {"content", std::move(content)}};
}

}  // namespace fovea::content
