#include "fovea/host/pictures_seen.hpp"

#include "fovea/base/printable.hpp"
#include "fovea/protocol/seen_json.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <utility>

namespace fovea::host {
namespace {

namespace json = boost::json;

using protocol::box_json;

json::object image_json(const content::ImageBlock& image) {
    json::object picture = {
        {"sha256", content::blob_of(image.source)->sha256.hex()},
        {"mime", image.mime},
        {"width", image.size.width},
        {"height", image.size.height}};
    if (!image.filename.empty()) picture["filename"] = image.filename;
    if (image.crop) picture["crop"] = box_json(*image.crop);
    return picture;
}

}  // namespace

json::object seen_json(const PicturesSeen& seen) {
    const auto& description = seen.description;
    const bool several = seen.images.size() > 1;
    json::array pictures;
    for (const auto& image : seen.images) pictures.push_back(image_json(image));
    json::object object = {
        {"text", description.text},
        {"model", seen.model},
        {"cost_usd", description.usage.cost_usd},
        {"input_tokens", description.usage.input_tokens},
        {"output_tokens", description.usage.output_tokens},
        {"complete", description.complete},
        {"cached", description.from_cache},
        {"images", std::move(pictures)},
        {"fence", description.fence},
        {"boxes", protocol::boxes_json(description.boxes, several)},
        {"words", protocol::words_json(description.words, several)},
        {"elements", protocol::elements_json(description.elements, several)},
    };
    if (!description.value.empty()) object["value"] = description.value;
    if (!seen.notes.empty()) object["notes"] = json::array(seen.notes.begin(), seen.notes.end());
    return object;
}

std::string plain_text(const PicturesSeen& seen) {
    const bool local = seen.model.starts_with("local/");
    return printable_lines(local ? seen.description.value : seen.description.text);
}

std::string seen_text(const PicturesSeen& seen, ShowBoxes boxes) {
    auto text = printable_lines(seen.description.text);
    if (boxes == ShowBoxes::No) return text;
    text += "\n\nboxes (pixels of the whole picture: left, top, right, bottom)";
    for (const auto& each : seen.description.boxes) {
        text += fmt::format(
            "\n  {}[{}, {}, {}, {}] {}",
            seen.images.size() > 1 ? fmt::format("image {}: ", each.image + 1) : "",
            each.box.x,
            each.box.y,
            each.box.x + each.box.width,
            each.box.y + each.box.height,
            printable(each.label)
        );
    }
    if (seen.description.boxes.empty()) text += "\n  none";
    return text;
}

}  // namespace fovea::host
