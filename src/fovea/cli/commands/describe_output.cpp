#include "fovea/cli/commands/describe_output.hpp"

#include "fovea/base/printable.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>

#include <utility>

namespace fovea::cli {
namespace {

namespace json = boost::json;

json::array box_json(const media::PixelRect& box) {
    return {box.x, box.y, box.x + box.width, box.y + box.height};
}

// Four decimals are more than is known.
double shortened(double confidence) {
    return static_cast<double>(static_cast<int>(confidence * 1e4)) / 1e4;
}

json::array boxes_json(const proxy::Description& description, bool several) {
    json::array boxes;
    for (const auto& seen : description.boxes) {
        json::object box = {{"label", seen.label}, {"box", box_json(seen.box)}};
        if (several) box["image"] = seen.image;
        if (seen.is_point) box["point"] = true;
        if (seen.clamped) box["clamped"] = true;
        boxes.push_back(std::move(box));
    }
    return boxes;
}

json::array words_json(const proxy::Description& description, bool several) {
    json::array words;
    for (const auto& seen : description.words) {
        json::object word = {
            {"text", seen.text},
            {"box", box_json(seen.box)},
            {"confidence", shortened(seen.confidence)}};
        if (several) word["image"] = seen.image;
        words.push_back(std::move(word));
    }
    return words;
}

json::array elements_json(const proxy::Description& description, bool several) {
    json::array elements;
    for (const auto& seen : description.elements) {
        json::object element = {
            {"number", seen.number},
            {"kind", seen.kind},
            {"label", seen.label},
            {"box", box_json(seen.box)},
            {"states", json::array(seen.states.begin(), seen.states.end())},
            {"confidence", shortened(seen.confidence)}};
        if (!seen.value.empty()) element["value"] = seen.value;
        if (several) element["image"] = seen.image;
        elements.push_back(std::move(element));
    }
    return elements;
}

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
        {"boxes", boxes_json(description, several)},
        {"words", words_json(description, several)},
        {"elements", elements_json(description, several)},
    };
    if (!seen.notes.empty()) object["notes"] = json::array(seen.notes.begin(), seen.notes.end());
    return object;
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

}  // namespace fovea::cli
