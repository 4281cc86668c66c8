#include "fovea/serve/sessions/block_json.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"

#include <boost/json.hpp>

namespace fovea::serve {
namespace {

namespace json = boost::json;

// As it is stored, and as seed programs know it: "image_ref" with an image_id.
json::object image_json(const content::ImageBlock& image) {
    auto object = content::to_json(content::ContentBlock(image)).as_object();
    if (const auto* blob = content::blob_of(image.source)) {
        object["type"] = "image_ref";
        object["image_id"] = blob->sha256.hex();
        object["alt_text"] = to_utf8(image.alt);
    }
    return object;
}

json::object document_json(const content::DocumentBlock& document) {
    auto object = content::to_json(content::ContentBlock(document)).as_object();
    if (const auto* blob = content::blob_of(document.source)) {
        object["file_id"] = blob->sha256.hex();
    }
    return object;
}

json::value block_json(const content::ContentBlock& block) {
    if (const auto* image = std::get_if<content::ImageBlock>(&block)) return image_json(*image);
    if (const auto* file = std::get_if<content::DocumentBlock>(&block)) return document_json(*file);
    if (const auto* use = std::get_if<content::ToolUseBlock>(&block)) {
        boost::system::error_code broken;
        auto input = json::parse(use->input.empty() ? "{}" : use->input, broken);
        return {
            {"type", "tool_use"},
            {"id", to_utf8(use->id)},
            {"name", to_utf8(use->name)},
            {"input", broken ? json::value(to_utf8(use->input)) : std::move(input)}};
    }
    if (const auto* result = std::get_if<content::ToolResultBlock>(&block)) {
        return {
            {"type", "tool_result"},
            {"tool_use_id", to_utf8(result->tool_use_id)},
            {"is_error", result->is_error},
            {"content", outputs_json(result->content)}};
    }
    return content::to_json(block);
}

}  // namespace

json::array blocks_json(const std::vector<content::ContentBlock>& blocks) {
    json::array array;
    for (const auto& block : blocks) {
        // What a model thought is for the model that thought it.
        if (std::holds_alternative<content::ThinkingBlock>(block)) continue;
        array.push_back(block_json(block));
    }
    return array;
}

json::array outputs_json(const std::vector<content::ToolOutput>& outputs) {
    json::array array;
    for (const auto& output : outputs) {
        array.push_back(std::visit(
            [](const auto& block) { return block_json(content::ContentBlock(block)); }, output
        ));
    }
    return array;
}

}  // namespace fovea::serve
