#include "fovea/config/vision_proxy_layer.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/config/vision_proxy_file.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace fovea::config {
namespace {

namespace json = boost::json;

constexpr std::string_view kProvider = "provider";

constexpr ProxyName kNames[] = {
    {"mode", "mode", "MODE"},
    {"model", "modelId", "MODEL"},
    {"tool", "tool", "TOOL"},
    {"max_images_per_call", "maxImagesPerCall", "MAX_IMAGES_PER_CALL"},
    {"max_batch", "maxBatch", "MAX_BATCH"},
    {"cache_size", "cacheSize", "CACHE_SIZE"},
    {"phash_threshold", "pHashSimilarityThreshold", "PHASH_THRESHOLD"},
    {"grounding", "grounding", ""},
    {"include_context", "includeContext", "INCLUDE_CONTEXT"},
};

Error wrong(const std::string& message) {
    return {ErrorCode::ConfigInvalid, message};
}

// One value as a person would write it. Lists and objects are not allowed anywhere they could stand,
// so how they look does not matter.
std::string text_of_value(const json::value& value) {
    if (const auto* text = value.if_string()) return std::string(*text);
    return json_text(value);  // 4.0 is 4: JavaScript knows no integers
}

// What the file says of a setting, if anything.
Result<std::optional<std::string>> text_in(const json::object& object, const ProxyName& name) {
    using Text = std::optional<std::string>;
    const auto* value = object.if_contains(name.json_name);
    if (name.name != "model") return value == nullptr ? Text() : text_of_value(*value);
    const auto* provider = object.if_contains(kProvider);
    if (provider == nullptr && value == nullptr) return Text();
    if (provider == nullptr || value == nullptr) {
        return wrong("provider and modelId must be given together");
    }
    return Text(text_of_value(*provider) + "/" + text_of_value(*value));
}

// {"id": {"format": "qwen_pixels"}}; the shorter {"id": "qwen_pixels"} of pi-vision-proxy's table too.
Result<Value> formats_in(const json::value& value) {
    if (!value.is_object()) return wrong("groundingModels must be an object of models");
    TextMap formats;
    for (const auto& entry : value.as_object()) {
        const auto* inside = entry.value().if_object();
        const auto* format = inside == nullptr ? &entry.value() : inside->if_contains("format");
        if (format == nullptr || !format->is_string()) {
            return wrong("groundingModels: \"" + std::string(entry.key()) + "\" needs a format");
        }
        formats[std::string(entry.key())] = std::string(format->as_string());
    }
    return Value{std::move(formats)};
}

Result<void> apply_object(const json::object& object, const std::string& origin, Layers& layers) {
    for (const auto& name : kNames) {
        const auto text = TRY(said_in(origin, text_in(object, name)));
        if (text) TRY(apply_text(name.key(), *text, origin, layers));
    }
    const auto* models = object.if_contains("groundingModels");
    if (models == nullptr) return {};
    const auto& key = *find_key("vision.grounding_models");
    const auto formats = TRY(said_in(origin, formats_in(*models)));
    TRY(said_in(origin, key.set(layers.loaded.settings, formats)));
    layers.note(std::string(key.name), origin);
    return {};
}

}  // namespace

const Key& ProxyName::key() const {
    return *find_key("vision." + std::string(name));
}

std::span<const ProxyName> proxy_names() {
    return kNames;
}

const ProxyName* find_proxy_name(std::string_view name) {
    const auto* const found = std::ranges::find(kNames, name, &ProxyName::name);
    return found == std::end(kNames) ? nullptr : found;
}

Result<void> apply_proxy_file(const std::filesystem::path& file, Layers& layers) {
    const auto object = TRY(VisionProxyFile(file).read());
    ++layers.current;
    return apply_object(object, file.string(), layers);
}

Result<void> apply_proxy_variables(const Environment& environment, Layers& layers) {
    if (!environment) return {};
    ++layers.current;
    for (const auto& name : kNames) {
        if (name.variable.empty()) continue;
        for (const std::string prefix : {"FOVEA_PROXY_", "PI_VISION_PROXY_"}) {
            const auto variable = prefix + std::string(name.variable);
            const char* text = environment(variable.c_str());
            if (text == nullptr || *text == '\0') continue;
            TRY(apply_text(name.key(), text, variable, layers));
            break;
        }
    }
    return {};
}

void write_proxy_json(const ProxyName& name, const Settings& settings, json::object& object) {
    const auto value = name.key().get(settings);
    auto& written = object[name.json_name];
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        written = *whole;
    } else if (const auto* number = std::get_if<double>(&value)) {
        written = *number;
    } else if (name.name != "model") {
        written = proxy_text(value);
    } else {
        const auto& model = settings.vision.model;
        const auto slash = model.find('/');
        written = model.substr(slash + 1);
        object[kProvider] = model.substr(0, slash);
    }
}

std::string proxy_text(const Value& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? to_text(value) : *text;
}

}  // namespace fovea::config
