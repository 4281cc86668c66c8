#include "fovea/protocol/seen_json.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

// Four decimals are more than is known.
double shortened(double confidence) {
    return static_cast<double>(static_cast<int>(confidence * 1e4)) / 1e4;
}

}  // namespace

json::array box_json(const media::PixelRect& box) {
    return {box.x, box.y, box.x + box.width, box.y + box.height};
}

json::array boxes_json(const std::vector<content::LabelledBox>& found, bool several) {
    json::array boxes;
    for (const auto& seen : found) {
        json::object box = {{"label", seen.label}, {"box", box_json(seen.box)}};
        if (several) box["image"] = seen.image;
        if (seen.is_point) box["point"] = true;
        if (seen.clamped) box["clamped"] = true;
        boxes.push_back(std::move(box));
    }
    return boxes;
}

json::array words_json(const std::vector<content::SeenWord>& found, bool several) {
    json::array words;
    for (const auto& seen : found) {
        json::object word = {
            {"text", seen.text},
            {"box", box_json(seen.box)},
            {"confidence", shortened(seen.confidence)}};
        if (several) word["image"] = seen.image;
        words.push_back(std::move(word));
    }
    return words;
}

json::array elements_json(const std::vector<content::SeenElement>& found, bool several) {
    json::array elements;
    for (const auto& seen : found) {
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

}  // namespace fovea::protocol
