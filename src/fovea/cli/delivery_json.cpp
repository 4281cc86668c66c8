#include "fovea/cli/delivery_json.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/cli/human.hpp"
#include "fovea/cli/text.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/context/words.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace fovea::cli {
namespace {

namespace json = boost::json;

const content::ImageBlock* block_at(
    const context::Place& place, const std::vector<context::Appearance>& pictures
) {
    const auto found = std::ranges::find(pictures, place, &context::Appearance::place);
    return found == pictures.end() ? nullptr : found->image;
}

json::object one_row(const delivery::ReceiptRow& row) {
    const auto& delivery = row.delivery;
    json::object object;
    put_file(object, delivery.image, "image_id");
    if (!row.filename.empty()) object["filename"] = to_utf8(row.filename);
    object["state"] = store::name_of(delivery.state);
    if (row.original.width > 0) {
        object["original_width"] = row.original.width;
        object["original_height"] = row.original.height;
    }
    object["width"] = delivery.size.width;
    object["height"] = delivery.size.height;
    object["bytes"] = delivery.bytes;
    object["estimated_tokens"] = delivery.tokens;
    object["tiles"] = delivery.tiles;
    if (delivery.tiles > 0) object["tile_scale"] = delivery.tile_scale;
    object["downscaled"] = delivery.downscaled;
    json::array actions;
    for (const auto& action : delivery.actions) actions.emplace_back(action);
    object["actions"] = std::move(actions);
    if (!delivery.reason.empty()) object["reason"] = to_utf8(delivery.reason);
    return object;
}

}  // namespace

std::string_view name_of(providers::FinishReason reason) {
    using Reason = providers::FinishReason;
    switch (reason) {
        case Reason::Stop: return "stop";
        case Reason::ToolCalls: return "tool_calls";
        case Reason::Length: return "length";
        case Reason::ContentFilter: return "content_filter";
        case Reason::Pause: return "pause";
        case Reason::Error: return "error";
        case Reason::Other: return "other";
    }
    return "other";
}

void put_file(json::object& object, const content::FileRef& file, std::string_view old) {
    if (const auto* blob = content::blob_of(file)) {
        object["sha256"] = blob->sha256.hex();
        if (!old.empty()) object[old] = blob->sha256.hex();
    } else {
        object["url"] = to_utf8(std::get<content::UrlRef>(file).url);
    }
}

json::array receipt_json(const std::vector<delivery::ReceiptRow>& receipt) {
    json::array list;
    for (const auto& row : receipt) list.push_back(one_row(row));
    return list;
}

json::object usage_json(const providers::Usage& usage) {
    return {
        {"input_tokens", usage.input_tokens},
        {"output_tokens", usage.output_tokens},
        {"cache_read_tokens", usage.cache_read_tokens},
        {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens},
        {"reasoning_tokens", usage.reasoning_tokens},
    };
}

std::vector<std::string> losses(
    const std::vector<context::Delivery>& receipt, const std::vector<content::Message>& messages
) {
    const auto pictures = context::pictures_in(messages);
    std::vector<std::string> lines;
    for (const auto& delivery : receipt) {
        const auto* image = block_at(delivery.place, pictures);
        if (image == nullptr || !delivery.downscaled) continue;
        if (delivery.state != store::ImageState::Pixels) continue;  // old ones are small on purpose
        const auto edge =
            image->crop ? image->crop->size().longest_edge() : image->size.longest_edge();
        lines.push_back(fmt::format(
            "[downscaled] {}: {} goes out as {} (x{:.2f}){}",
            printable(name_of(*image)),
            human_size(image->crop ? image->crop->size() : image->size),
            human_size(delivery.size),
            edge == 0
                ? 1.0
                : static_cast<double>(delivery.size.longest_edge()) / static_cast<double>(edge),
            delivery.tiles > 0 ? fmt::format(
                                     ", and in {} tiles at {}",
                                     delivery.tiles,
                                     context::resolution_text(delivery.tile_scale)
                                 )
                               : std::string{}
        ));
    }
    return lines;
}

std::string calls_text(const std::vector<content::ContentBlock>& content) {
    std::string text;
    for (const auto& block : content) {
        const auto* use = std::get_if<content::ToolUseBlock>(&block);
        if (use == nullptr) continue;
        if (!text.empty()) text += "\n";
        text += fmt::format("[calls {} with {}]", use->name, use->input);
    }
    return text;
}

std::string reply_text(const std::vector<content::ContentBlock>& content) {
    auto text = content::text_of(content);
    const auto calls = calls_text(content);
    if (!text.empty() && !calls.empty()) text += "\n";
    return text + calls;
}

std::string name_of(const content::ImageBlock& image) {
    if (!image.filename.empty()) return image.filename;
    const auto* url = std::get_if<content::UrlRef>(&image.source);
    return url != nullptr ? url->url : content::short_name(image.source);
}

}  // namespace fovea::cli
