#include "fovea/content/crop_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace fovea::content {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 4> kSides = {"x", "y", "width", "height"};

Error wrong(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

Result<double> number_at(const json::object& object, std::string_view key, std::string_view where) {
    const auto* value = object.if_contains(key);
    boost::system::error_code failed;
    const double number =
        value == nullptr || !value->is_number() ? std::nan("") : value->to_number<double>(failed);
    if (failed || !std::isfinite(number)) {
        return wrong(std::string(where) + " needs the number \"" + std::string(key) + "\"");
    }
    return number;
}

template <class Rect>
Result<Rect> rect_from(const json::value& value, const std::string& where) {
    const auto* object = value.if_object();
    if (object == nullptr) return wrong(where + " must be an object with x, y, width and height");
    for (const auto& member : *object) {
        if (std::ranges::find(kSides, std::string_view(member.key())) != kSides.end()) continue;
        return wrong(
            where + " has an unknown member \"" + std::string(member.key()) +
            "\"; expected x, y, width and height"
        );
    }
    Rect rect;
    rect.x = TRY(number_at(*object, "x", where));
    rect.y = TRY(number_at(*object, "y", where));
    rect.width = TRY(number_at(*object, "width", where));
    rect.height = TRY(number_at(*object, "height", where));
    return rect;
}

}  // namespace

Result<media::Crop> crop_from_json(const json::object& object, const std::string& where) {
    constexpr std::array<std::string_view, 3> kForms = {"region", "normalized", "pixels"};
    std::string_view form;
    for (const auto each : kForms) {
        if (!object.contains(each)) continue;
        if (!form.empty()) {
            return wrong(
                where + " has both " + std::string(form) + " and " + std::string(each) +
                "; give exactly one of region, normalized and pixels"
            );
        }
        form = each;
    }
    if (form.empty()) {
        return wrong(where + " needs exactly one of region, normalized and pixels");
    }
    const auto& value = object.at(form);
    const auto place = where + "." + std::string(form);
    if (form == "normalized") {
        return media::Crop{TRY(rect_from<media::NormalizedRect>(value, place))};
    }
    if (form == "pixels") return media::Crop{TRY(rect_from<media::RequestedPixels>(value, place))};
    if (!value.is_string()) return wrong(place + " must be a name such as \"top-left\"");
    return media::Crop{TRY(media::find_region(std::string_view(value.get_string())))};
}

Result<media::Crop> crop_from_json(const json::value& value, const std::string& where) {
    if (const auto* object = value.if_object()) return crop_from_json(*object, where);
    const auto* text = value.if_string();
    if (text == nullptr) {
        return wrong(
            where + " must be a string such as \"r=top-left\" or an object {\"region\": …}"
        );
    }
    auto crop = media::parse_crop(std::string_view(*text));
    if (!crop.ok()) return wrong(where + ": " + crop.error().message);
    return crop;
}

}  // namespace fovea::content
