#include "fovea/people/delivery_text.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/content/short_name.hpp"
#include "fovea/context/pictures.hpp"
#include "fovea/context/words.hpp"
#include "fovea/people/human.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fovea::people {
namespace {

const content::ImageBlock* block_at(
    const context::Place& place, const std::vector<context::Appearance>& pictures
) {
    const auto found = std::ranges::find(pictures, place, &context::Appearance::place);
    return found == pictures.end() ? nullptr : found->image;
}

}  // namespace

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
            "[downscaled] {}: {} is sent as {} (x{:.2f}){}",
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

}  // namespace fovea::people
