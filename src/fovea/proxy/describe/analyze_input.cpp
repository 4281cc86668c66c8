#include "fovea/proxy/describe/analyze_input.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/content/crop_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::proxy {

extern const std::string_view kAnalyzeImagePrompt;  // prompts/analyze_image.md

namespace {

namespace json = boost::json;

Error wrong(std::string message) {
    return {ErrorCode::InvalidInput, std::move(message)};
}

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

Result<void> check_keys(
    const json::object& object,
    std::string_view where,
    std::initializer_list<std::string_view> known
) {
    for (const auto& member : object) {
        if (std::ranges::find(known, std::string_view(member.key())) != known.end()) continue;
        std::string names;
        for (const auto name : known) names += (names.empty() ? "" : ", ") + std::string(name);
        return wrong(
            std::string(where) + " has an unknown member \"" + std::string(member.key()) +
            "\"; expected " + names
        );
    }
    return {};
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

// Of one picture it goes without saying.
Result<std::size_t> index_from(
    const json::object& entry, std::string_view where, std::size_t images
) {
    const auto* given = entry.if_contains("image_index");
    if (images == 1 && (given == nullptr || given->is_null())) return std::size_t{0};
    const double number = TRY(number_at(entry, "image_index", where));
    if (number < 0 || number != std::floor(number) || number >= static_cast<double>(images)) {
        return wrong(
            std::string(where) + ".image_index must be a whole number from 0 to " +
            std::to_string(images - 1) + ": there are " + std::to_string(images) + " images"
        );
    }
    return static_cast<std::size_t>(number);
}

// A list, or one part alone.
Result<std::map<std::size_t, media::Crop>> crops_from(
    const json::value& value, std::size_t images
) {
    if (!value.is_array() && !value.is_object()) {
        return wrong("crop must be a list of parts or one part");
    }
    const auto list = value.is_array() ? value.get_array() : json::array{value};
    std::map<std::size_t, media::Crop> crops;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto where = value.is_array() ? "crop[" + std::to_string(i) + "]" : "crop";
        const auto* entry = list[i].if_object();
        if (entry == nullptr) return wrong(where + " must be an object");
        TRY(check_keys(*entry, where, {"image_index", "region", "normalized", "pixels"}));
        const auto index = TRY(index_from(*entry, where, images));
        auto crop = TRY(content::crop_from_json(*entry, where));
        if (!crops.emplace(index, std::move(crop)).second) {
            return wrong(
                where + " is a second crop for image " + std::to_string(index) +
                "; give only one crop per picture"
            );
        }
    }
    return crops;
}

Result<std::vector<std::string>> images_from(const json::object& object, std::size_t most) {
    const auto* value = object.if_contains("images");
    if (value == nullptr || !value->is_array() || value->get_array().empty()) {
        return wrong(
            "images must be a list of 1 to " + std::to_string(most) +
            " paths or ids such as \"sha256:1a2b3c4d\""
        );
    }
    const auto& list = value->get_array();
    if (list.size() > most) {
        return Error{
            ErrorCode::LimitExceeded,
            "images has " + std::to_string(list.size()) + " pictures; " + std::to_string(most) +
                " is the limit per call"};
    }
    std::vector<std::string> images;
    for (const auto& item : list) {
        if (!item.is_string() || item.get_string().empty()) {
            return wrong("each of images must be a path or an id such as \"sha256:1a2b3c4d\"");
        }
        images.emplace_back(item.get_string());
    }
    return images;
}

Result<std::string> text_from(const json::object& object, std::string_view key) {
    const auto* value = object.if_contains(key);
    if (value == nullptr || value->is_null()) return std::string{};
    if (!value->is_string()) return wrong(std::string(key) + " must be a string");
    return std::string(value->get_string());
}

// A fence around a part names it "sha256:…#crop:x,y,w,h". Whoever says that name means that part, unless
// the call cuts another one from the picture.
Result<void> take_crop_of_name(AnalyzeInput& input, std::size_t index) {
    constexpr std::string_view kCrop = "#crop:";
    auto& name = input.images[index];
    const auto at = name.starts_with("sha256:") ? name.find(kCrop) : name.npos;
    if (at == name.npos) return {};
    auto crop = TRY(media::parse_crop("p=" + name.substr(at + kCrop.size())));
    name.resize(at);
    input.crops.try_emplace(index, std::move(crop));
    return {};
}

json::object rect_schema(std::string_view what, std::optional<double> most) {
    json::object number{{"type", "number"}, {"minimum", 0}};
    if (most) number["maximum"] = *most;
    return {
        {"type", "object"},
        {"description", what},
        {"properties", {{"x", number}, {"y", number}, {"width", number}, {"height", number}}},
        {"required", {"x", "y", "width", "height"}},
        {"additionalProperties", false}};
}

}  // namespace

json::object crop_form_properties() {
    json::array names;
    for (const auto name : media::region_names()) names.emplace_back(name);
    return {
        {"region", {{"type", "string"}, {"enum", std::move(names)}}},
        {"normalized", rect_schema("fractions from 0.0 to 1.0", 1)},
        {"pixels", rect_schema("pixels of the whole picture", std::nullopt)}};
}

namespace {

json::object crop_schema() {
    json::object properties{
        {"image_index",
         {{"type", "integer"}, {"minimum", 0}, {"description", "which image, counted from 0"}}}};
    for (auto& form : crop_form_properties()) properties.emplace(form.key(), form.value());
    return {
        {"type", "array"},
        {"description", "parts to look at; exactly one of region, normalized and pixels each"},
        {"items",
         {{"type", "object"},
          {"properties", std::move(properties)},
          {"additionalProperties", false}}}};
}

}  // namespace

Result<AnalyzeInput> parse_analyze_input(std::string_view text, const AnalyzeLimits& limits) {
    boost::system::error_code failed;
    const auto value = json::parse(text, failed, {}, {.max_depth = 16});
    if (failed || !value.is_object()) return wrong("the arguments must be one JSON object");
    const auto& object = value.get_object();
    TRY(check_keys(object, "analyze_image", {"images", "question", "model", "crop", "reason"}));
    AnalyzeInput input;
    input.images = TRY(images_from(object, limits.max_images));
    input.question = TRY(text_from(object, "question"));
    if (input.question.find_first_not_of(" \t\r\n") == std::string::npos) {
        return wrong("question must not be empty (1 to 4000 characters)");
    }
    if (characters(input.question) > kMaxQuestion) {
        return wrong(
            "question has " + std::to_string(characters(input.question)) +
            " characters; the limit is 4000"
        );
    }
    const auto model = TRY(text_from(object, "model"));
    if (!model.empty()) input.model = model;
    input.reason = TRY(text_from(object, "reason"));
    if (const auto* crop = object.if_contains("crop"); crop != nullptr && !crop->is_null()) {
        input.crops = TRY(crops_from(*crop, input.images.size()));
    }
    for (std::size_t i = 0; i < input.images.size(); ++i) TRY(take_crop_of_name(input, i));
    return input;
}

providers::ToolSpec analyze_tool(const AnalyzeLimits& limits) {
    const json::object schema{
        {"type", "object"},
        {"properties",
         {{"images",
           {{"type", "array"},
            {"items", {{"type", "string"}}},
            {"minItems", 1},
            {"maxItems", limits.max_images},
            {"description",
             "paths in the workspace, or ids of pictures: sha256: and 8 or more digits"}}},
          {"question",
           {{"type", "string"},
            {"minLength", 1},
            {"maxLength", kMaxQuestion},
            {"description", "what you want to know"}}},
          {"model",
           {{"type", "string"}, {"description", "another vision model, as provider/model-id"}}},
          {"crop", crop_schema()},
          {"reason", {{"type", "string"}, {"description", "why; only for the log"}}}}},
        {"required", {"images", "question"}},
        {"additionalProperties", false}};
    return {
        .name = "analyze_image",
        .description = std::string(kAnalyzeImagePrompt),
        .input_schema = json_text(schema)};
}

}  // namespace fovea::proxy
