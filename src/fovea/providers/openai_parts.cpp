#include "fovea/providers/openai_parts.hpp"

#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::providers {

using content::ContentBlock;
using content::TextBlock;

std::vector<ContentBlock> tool_outputs(const content::ToolResultBlock& result) {
    std::vector<ContentBlock> blocks;
    for (const auto& output : result.content) {
        const auto* text = std::get_if<TextBlock>(&output);
        if (text != nullptr && text->text.empty()) continue;
        std::visit([&](const auto& block) { blocks.emplace_back(block); }, output);
    }
    if (!result.is_error) return blocks;
    auto* first = blocks.empty() ? nullptr : std::get_if<TextBlock>(&blocks.front());
    if (first != nullptr) {
        first->text.insert(0, "Error: ");
    } else {
        blocks.insert(blocks.begin(), TextBlock{"Error: the tool failed."});
    }
    return blocks;
}

bool is_part(const ContentBlock& block) {
    return std::holds_alternative<TextBlock>(block) ||
           std::holds_alternative<content::ImageBlock>(block) ||
           std::holds_alternative<content::DocumentBlock>(block);
}

bool is_text_only(const std::vector<ContentBlock>& blocks) {
    return std::ranges::all_of(blocks, [](const ContentBlock& block) {
        return std::holds_alternative<TextBlock>(block);
    });
}

Result<void> write_data_url(
    JsonWriter& json, const content::BlobRef& blob, std::string_view mime, BlobSource& blobs
) {
    const auto size = TRY(blobs.size(blob));
    json.base64(blob, size, "data:" + std::string(mime) + ";base64,");
    return {};
}

Result<void> write_arguments(JsonWriter& json, const content::ToolUseBlock& use) {
    if (!tool_input(use.input).ok()) {
        return Error{
            ErrorCode::InvalidInput,
            "the input of a call of the tool \"" + use.name + "\" is not a JSON object"};
    }
    json.field("arguments", use.input.empty() ? std::string("{}") : use.input);
    return {};
}

void write_cache_mark(JsonWriter& json, bool wanted, const ModelTraits& traits) {
    if (!wanted || !traits.cache_marks) return;
    json.key("prompt_cache_breakpoint");
    json.begin_object();
    json.field("mode", "explicit");
    json.end_object();
}

std::string_view choice_word(ToolChoice choice) {
    switch (choice) {
        case ToolChoice::None: return "none";
        case ToolChoice::Required: return "required";
        case ToolChoice::Auto:
        case ToolChoice::One: break;
    }
    return "auto";
}

Headers bearer(std::string_view key) {
    if (key.empty()) return {};
    return {{"authorization", "Bearer " + std::string(key)}};
}

}  // namespace fovea::providers
