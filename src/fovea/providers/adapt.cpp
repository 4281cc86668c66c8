#include "fovea/providers/adapt.hpp"

#include "fovea/config/provider_kinds.hpp"

#include <algorithm>
#include <utility>

namespace fovea::providers {
namespace {

using content::ContentBlock;
using content::DocumentBlock;
using content::ImageBlock;
using content::TextBlock;
using content::ToolOutput;
using content::ToolResultBlock;

constexpr std::string_view kAskForJson = "Answer with one JSON object and nothing else.";

std::string first_of(const std::string& a, const std::string& b, std::string_view otherwise) {
    if (!a.empty()) return a;
    return b.empty() ? std::string(otherwise) : b;
}

bool can_carry(const ImageBlock& image, const ModelTraits& traits) {
    return traits.vision && (traits.url_images || content::blob_of(image.source) != nullptr);
}

bool can_carry(const DocumentBlock& document, const ModelTraits& traits) {
    return traits.pdf && (traits.url_images || content::blob_of(document.source) != nullptr);
}

// What a tool gave, with what the model cannot take as text.
struct Outputs {
    std::vector<ToolOutput> kept;
    std::vector<ToolOutput> moved;  // pictures and documents that go to a message behind
};

Outputs sort_outputs(const ToolResultBlock& result, const ModelTraits& traits) {
    Outputs outputs;
    const auto place = [&](const auto& block) {
        if (!can_carry(block, traits)) {
            outputs.kept.emplace_back(TextBlock{placeholder(block)});
        } else if (traits.tool_result_images) {
            outputs.kept.emplace_back(block);
        } else {
            outputs.moved.emplace_back(block);
        }
    };
    for (const auto& output : result.content) {
        if (const auto* text = std::get_if<TextBlock>(&output)) outputs.kept.emplace_back(*text);
        if (const auto* image = std::get_if<ImageBlock>(&output)) place(*image);
        if (const auto* document = std::get_if<DocumentBlock>(&output)) place(*document);
    }
    if (outputs.kept.empty() && !outputs.moved.empty()) {
        const auto count = outputs.moved.size();
        outputs.kept.emplace_back(TextBlock{
            "[" + std::to_string(count) + (count == 1 ? " image" : " images") +
            " attached in the next user message]"});
    }
    return outputs;
}

const std::string& filename_of(const ToolOutput& output) {
    static const std::string none;
    if (const auto* image = std::get_if<ImageBlock>(&output)) return image->filename;
    if (const auto* document = std::get_if<DocumentBlock>(&output)) return document->filename;
    return none;
}

class Adapter {
public:
    Adapter(const ModelTraits& traits, std::string_view kind) : traits_(traits), kind_(kind) {}

    std::vector<content::Message> messages(const std::vector<content::Message>& from) {
        to_.reserve(from.size());
        for (const auto& message : from) add(message);
        return std::move(to_);
    }

private:
    void add(const content::Message& message) {
        content::Message adapted{.role = message.role};
        adapted.content.reserve(message.content.size());
        std::vector<ContentBlock> behind;
        for (const auto& block : message.content) {
            if (const auto* result = std::get_if<ToolResultBlock>(&block)) {
                adapted.content.emplace_back(adapt(*result, behind));
            } else if (auto kept = adapt(block)) {
                adapted.content.push_back(std::move(*kept));
            }
        }
        if (!adapted.content.empty()) to_.push_back(std::move(adapted));
        if (!behind.empty()) to_.push_back({content::Role::User, std::move(behind)});
    }

    ToolResultBlock adapt(const ToolResultBlock& result, std::vector<ContentBlock>& behind) {
        auto outputs = sort_outputs(result, traits_);
        for (auto& output : outputs.moved) {
            const auto& name = filename_of(output);
            behind.emplace_back(TextBlock{
                "Image " + std::to_string(++moved_) + " (from tool call " + result.tool_use_id +
                (name.empty() ? "" : ", " + name) + "):"});
            std::visit([&](auto& block) { behind.emplace_back(std::move(block)); }, output);
        }
        return {result.tool_use_id, std::move(outputs.kept), result.is_error};
    }

    std::optional<ContentBlock> adapt(const ContentBlock& block) const {
        if (const auto* image = std::get_if<ImageBlock>(&block)) {
            if (!can_carry(*image, traits_)) return TextBlock{placeholder(*image)};
        }
        if (const auto* document = std::get_if<DocumentBlock>(&block)) {
            if (!can_carry(*document, traits_)) return TextBlock{placeholder(*document)};
        }
        if (const auto* video = std::get_if<content::VideoBlock>(&block)) {
            if (!config::facts_of_kind(kind_).carries_video) return TextBlock{placeholder(*video)};
        }
        if (const auto* thinking = std::get_if<content::ThinkingBlock>(&block)) {
            if (thinking->provider != kind_) return std::nullopt;
        }
        return block;
    }

    const ModelTraits& traits_;
    std::string_view kind_;
    std::vector<content::Message> to_;
    unsigned moved_ = 0;
};

}  // namespace

std::string placeholder(const ImageBlock& image) {
    auto text = "[Image: " + first_of(image.alt, image.filename, "no description");
    const auto size = image.crop ? image.crop->size() : image.size;
    if (size.pixels() > 0) {
        text += ", " + std::to_string(size.width) + "x" + std::to_string(size.height);
    }
    return text + "]";
}

std::string placeholder(const DocumentBlock& document) {
    return "[Document: " + first_of(document.filename, document.mime, "unnamed") + "]";
}

std::string placeholder(const content::VideoBlock& video) {
    return "[Video: " + first_of(video.filename, video.mime, "unnamed") + "]";
}

Request adapt(const Request& request, const ModelTraits& traits, std::string_view kind) {
    std::vector<std::string> left_out;  // whoever wants to know asks left_out_of()
    Request adapted{
        .model = request.model,
        .system = request.system,
        .messages = Adapter(traits, kind).messages(request.messages),
        .tools = request.tools,
        .json_schema = request.json_schema,
        .max_output_tokens = request.max_output_tokens,
        .timeout = request.timeout,
        .cache = request.cache,
        .wishes = carried(request.wishes, traits, kind, left_out)};
    if (adapted.wishes.json_object && !has_json_mode(kind)) {
        adapted.wishes.json_object = false;
        adapted.system += adapted.system.empty() ? "" : "\n\n";
        adapted.system += kAskForJson;
    }
    return adapted;
}

}  // namespace fovea::providers
