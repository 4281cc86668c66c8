// The reading half of json.hpp.
#include "fovea/content/json.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/content/file_name.hpp"
#include "fovea/content/json_fields.hpp"

#include <boost/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace fovea::content {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxText = std::size_t{64} << 20;  // no conversation without bytes is larger
constexpr std::size_t kMaxUrl = 16 << 10;
constexpr std::size_t kMaxDepth = 64;

bool holds_bytes(std::string_view url) {
    constexpr std::string_view kScheme = "data:";
    while (!url.empty() && static_cast<unsigned char>(url.front()) <= ' ') url.remove_prefix(1);
    return same_word(url.substr(0, kScheme.size()), kScheme);
}

Result<FileRef> read_source(JsonFields& fields) {
    if (fields.has("sha256") == fields.has("url")) {
        return fields.error("sha256", "give exactly one of \"sha256\" and \"url\"");
    }
    if (fields.has("url")) {
        auto url = TRY(fields.text("url"));
        if (holds_bytes(url)) return fields.error("url", "a data URI is not allowed here");
        if (url.empty() || url.size() > kMaxUrl) return fields.error("url", "empty or too long");
        return FileRef{UrlRef{std::move(url)}};
    }
    const auto text = TRY(fields.text("sha256"));
    std::string_view digits = text;
    if (digits.starts_with("sha256:")) digits.remove_prefix(7);
    const auto digest = Sha256::from_hex(digits);
    if (!digest.ok()) return fields.error("sha256", "not 64 hexadecimal digits");
    return FileRef{BlobRef{digest.value()}};
}

Result<std::string> read_filename(JsonFields& fields) {
    const auto name = TRY(fields.text("filename"));
    if (name.find('/') != std::string::npos) {
        return fields.error("filename", "must be a file name without folders");
    }
    return plain_file_name(name);  // what was stored before names were cleaned must not stop a load
}

Result<std::optional<media::PixelRect>> read_crop(JsonFields& fields) {
    using Crop = std::optional<media::PixelRect>;
    const auto* value = fields.take("crop");
    if (value == nullptr) return Crop{};
    constexpr std::string_view kForm = "not [x, y, width, height] in whole pixels";
    if (!value->is_array() || value->get_array().size() != 4) return fields.error("crop", kForm);
    std::array<std::uint32_t, 4> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = JsonFields::whole_number(value->get_array()[i]);
        if (!number) return fields.error("crop", kForm);
        numbers[i] = *number;
    }
    if (numbers[2] == 0 || numbers[3] == 0) return fields.error("crop", "has no area");
    return Crop{{numbers[0], numbers[1], numbers[2], numbers[3]}};
}

Result<ContentBlock> read_block(const json::value& value, const std::string& place);

Result<TextBlock> read_text(JsonFields& fields) {
    return TextBlock{TRY(fields.needed_text("text"))};
}

Result<ImageBlock> read_image(JsonFields& fields) {
    ImageBlock block;
    block.source = TRY(read_source(fields));
    block.mime = TRY(fields.text("mime"));
    block.size.width = TRY(fields.number("width"));
    block.size.height = TRY(fields.number("height"));
    block.filename = TRY(read_filename(fields));
    block.alt = TRY(fields.text("alt"));
    block.crop = TRY(read_crop(fields));
    block.cache_control = TRY(fields.flag("cache_control"));
    return block;
}

Result<DocumentBlock> read_document(JsonFields& fields) {
    DocumentBlock block;
    block.source = TRY(read_source(fields));
    block.mime = TRY(fields.text("mime"));
    block.filename = TRY(read_filename(fields));
    block.cache_control = TRY(fields.flag("cache_control"));
    return block;
}

Result<VideoBlock> read_video(JsonFields& fields) {
    VideoBlock block;
    block.source = TRY(read_source(fields));
    block.mime = TRY(fields.text("mime"));
    block.filename = TRY(read_filename(fields));
    return block;
}

Result<ToolUseBlock> read_tool_use(JsonFields& fields) {
    ToolUseBlock block;
    block.id = TRY(fields.needed_text("id"));
    block.name = TRY(fields.needed_text("name"));
    if (fields.has("input_text")) {
        block.input = TRY(fields.text("input_text"));
        return block;
    }
    const auto* input = fields.take("input");
    if (input == nullptr || !input->is_object()) return fields.error("input", "not an object");
    block.input = json_text(*input);
    return block;
}

// One string stands for one text block, the empty one for none (C2).
template <class Block, class Read>
Result<std::vector<Block>> read_content(JsonFields& fields, const Read& read) {
    std::vector<Block> blocks;
    const auto* value = fields.take("content");
    if (value == nullptr) return fields.error("content", "missing");
    if (value->is_string()) {
        if (value->get_string().empty()) return blocks;
        blocks.push_back(TextBlock{std::string(value->get_string())});
        return blocks;
    }
    if (!value->is_array()) return fields.error("content", "neither a string nor a list");
    for (std::size_t i = 0; i < value->get_array().size(); ++i) {
        const auto place = fields.place_of("content") + "[" + std::to_string(i) + "]";
        blocks.push_back(TRY(read(value->get_array()[i], place)));
    }
    return blocks;
}

Result<ToolOutput> read_tool_output(const json::value& value, const std::string& place) {
    auto block = TRY(read_block(value, place));
    if (auto* text = std::get_if<TextBlock>(&block)) return ToolOutput{std::move(*text)};
    if (auto* image = std::get_if<ImageBlock>(&block)) return ToolOutput{std::move(*image)};
    if (auto* pdf = std::get_if<DocumentBlock>(&block)) return ToolOutput{std::move(*pdf)};
    return JsonFields::error_at(place, "a tool's result may only have text, images and documents");
}

Result<ToolResultBlock> read_tool_result(JsonFields& fields) {
    ToolResultBlock block;
    block.tool_use_id = TRY(fields.needed_text("tool_use_id"));
    block.content = TRY(read_content<ToolOutput>(fields, read_tool_output));
    block.is_error = TRY(fields.flag("is_error"));
    return block;
}

Result<ThinkingBlock> read_thinking(JsonFields& fields) {
    ThinkingBlock block;
    block.text = TRY(fields.needed_text("text"));
    block.signature = TRY(fields.text("signature"));
    block.provider = TRY(fields.text("provider"));
    return block;
}

template <auto Read>
Result<ContentBlock> read_as(JsonFields& fields) {
    return ContentBlock{TRY(Read(fields))};
}

struct BlockType {
    std::string_view name;
    Result<ContentBlock> (*read)(JsonFields& fields);
};

constexpr BlockType kBlockTypes[] = {
    {"text", read_as<read_text>},
    {"image", read_as<read_image>},
    {"document", read_as<read_document>},
    {"video", read_as<read_video>},
    {"tool_use", read_as<read_tool_use>},
    {"tool_result", read_as<read_tool_result>},
    {"thinking", read_as<read_thinking>},
};

Result<ContentBlock> read_block(const json::value& value, const std::string& place) {
    auto fields = TRY(JsonFields::of(value, place));
    const auto name = TRY(fields.needed_text("type"));
    for (const auto& type : kBlockTypes) {
        if (type.name != name) continue;
        auto block = TRY(type.read(fields));
        TRY(fields.nothing_else());
        return block;
    }
    return fields.error("type", "\"" + name + "\" is not a type of block");
}

Result<Role> read_role(JsonFields& fields) {
    const auto name = TRY(fields.needed_text("role"));
    if (name == "system") return Role::System;
    if (name == "user") return Role::User;
    if (name == "assistant") return Role::Assistant;
    return fields.error("role", "\"" + name + "\" is not system, user or assistant");
}

Result<Message> read_message(const json::value& value, const std::string& place) {
    auto fields = TRY(JsonFields::of(value, place));
    Message message;
    message.role = TRY(read_role(fields));
    message.content = TRY(read_content<ContentBlock>(fields, read_block));
    TRY(fields.nothing_else());
    return message;
}

}  // namespace

Result<ContentBlock> block_from_json(const json::value& value) {
    return read_block(value, "");
}

Result<Message> message_from_json(const json::value& value, std::string_view place) {
    return read_message(value, std::string(place));
}

Result<std::vector<Message>> messages_from_text(std::string_view text) {
    if (text.size() > kMaxText) {
        return Error{ErrorCode::LimitExceeded, "messages of more than 64 MiB"};
    }
    json::parse_options options;
    options.max_depth = kMaxDepth;
    json::error_code failed;
    const auto value = json::parse(text, failed, {}, options);
    if (failed) {
        return Error{ErrorCode::InvalidInput, "messages are not JSON: " + failed.message()};
    }
    std::vector<Message> messages;
    if (!value.is_array()) {
        messages.push_back(TRY(read_message(value, "")));
        return messages;
    }
    for (std::size_t i = 0; i < value.get_array().size(); ++i) {
        messages.push_back(TRY(read_message(value.get_array()[i], "[" + std::to_string(i) + "]")));
    }
    return messages;
}

}  // namespace fovea::content
