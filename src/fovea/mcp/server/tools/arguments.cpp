#include "fovea/mcp/server/tools/arguments.hpp"

#include "fovea/content/crop_json.hpp"
#include "fovea/proxy/describe/analyze_input.hpp"

#include <boost/json.hpp>

namespace fovea::mcp {

namespace json = boost::json;

json::object picture_argument() {
    return {
        {"type", "string"},
        {"minLength", 1},
        {"description", "path, https URL, data: URI or sha256:…"}};
}

json::object crop_argument() {
    return {
        {"type", "object"},
        {"description", "a part, at full resolution, by one form"},
        {"properties", proxy::crop_form_properties()},
        {"additionalProperties", false}};
}

json::object model_argument() {
    return {{"type", "string"}, {"minLength", 1}, {"description", "provider/model-id"}};
}

std::string text_argument(const json::object& arguments, std::string_view name) {
    const auto* value = arguments.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

bool flag_argument(const json::object& arguments, std::string_view name) {
    const auto* value = arguments.if_contains(name);
    return value != nullptr && value->is_bool() && value->get_bool();
}

void crop_as_object(json::object& arguments) {
    auto* given = arguments.if_contains("crop");
    if (given == nullptr) return;
    if (const auto* list = given->if_array(); list != nullptr && list->size() == 1) {
        const json::value only = list->front();
        *given = only;
    }
    auto* part = given->if_object();
    const auto* index = part == nullptr ? nullptr : part->if_contains("image_index");
    if (index != nullptr && *index == json::value(0)) part->erase("image_index");
}

void crop_as_list(json::object& arguments) {
    auto* given = arguments.if_contains("crop");
    if (given == nullptr || !given->is_object()) return;
    const json::value only = *given;
    *given = json::array{only};
}

Result<void> apply_crop(const json::object& arguments, content::ImageBlock& image) {
    const auto* given = arguments.if_contains("crop");
    if (given == nullptr || !given->is_object()) return {};
    const auto crop = TRY(content::crop_from_json(given->get_object(), "crop"));
    image.crop = TRY(media::resolve(crop, image.size));
    return {};
}

}  // namespace fovea::mcp
