#include "fovea/proxy/settings_json.hpp"

#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>

#include <string>
#include <type_traits>

namespace fovea::proxy {
namespace {

namespace json = boost::json;

constexpr std::string_view kProvider = "provider";

Error wrong(const std::string& origin, const std::string& message) {
    return {ErrorCode::ConfigInvalid, message + " (" + origin + ")"};
}

// One value as a person would write it. Lists and objects are not allowed anywhere they could stand,
// so how they look does not matter.
std::string text_of_value(const json::value& value) {
    if (const auto* text = value.if_string()) return std::string(*text);
    return json_text(value);  // 4.0 is 4: JavaScript knows no integers
}

Result<void> apply_model(
    const json::object& object, const std::string& origin, ResolvedSettings& resolved
) {
    const auto* provider = object.if_contains(kProvider);
    const auto* id = object.if_contains("modelId");
    if (provider == nullptr && id == nullptr) return {};
    if (provider == nullptr || id == nullptr) {
        return wrong(origin, "provider and modelId belong together, and one of them is missing");
    }
    const auto text = text_of_value(*provider) + "/" + text_of_value(*id);
    const auto done = set_from_text(*find_setting("model"), text, resolved.settings);
    if (!done.ok()) return wrong(origin, done.error().message);
    resolved.origins["model"] = origin;
    return {};
}

// {"id": {"format": "qwen_pixels"}}; the shorter {"id": "qwen_pixels"} of the seed's table too.
Result<void> apply_grounding_models(
    const json::value& value, const std::string& origin, ResolvedSettings& resolved
) {
    if (!value.is_object()) return wrong(origin, "groundingModels is an object of models");
    std::map<std::string, std::string> models;
    for (const auto& entry : value.as_object()) {
        const auto* inside = entry.value().if_object();
        const auto* format = inside == nullptr ? &entry.value() : inside->if_contains("format");
        if (format == nullptr || !format->is_string() || format->as_string().empty()) {
            return wrong(
                origin, "groundingModels: \"" + std::string(entry.key()) + "\" needs a format"
            );
        }
        models[std::string(entry.key())] = std::string(format->as_string());
    }
    resolved.settings.grounding_models = std::move(models);
    resolved.origins["grounding_models"] = origin;
    return {};
}

bool is_time(const json::value& value) {
    return value.is_string() && !value.as_string().empty();
}

Result<void> apply_consents(
    const json::value& value, const std::string& origin, ResolvedSettings& resolved
) {
    if (!value.is_object()) return wrong(origin, "consents is an object of providers");
    std::map<std::string, std::map<std::string, std::string>> consents;
    for (const auto& entry : value.as_object()) {
        const std::string provider(entry.key());
        const auto* places = entry.value().if_object();
        // Earlier versions wrote the time alone; nobody knows which address that was about.
        if (is_time(entry.value())) continue;
        if (places == nullptr) {
            return wrong(origin, "consents: \"" + provider + "\" needs the address it is about");
        }
        for (const auto& place : *places) {
            // false, null or an empty text is no agreement, whoever wrote it.
            if (!is_time(place.value())) {
                return wrong(
                    origin, "consents: \"" + provider + "\" needs the time it was given at"
                );
            }
            consents[provider][std::string(place.key())] = std::string(place.value().as_string());
        }
    }
    resolved.settings.consents = std::move(consents);
    resolved.origins["consents"] = origin;
    return {};
}

}  // namespace

Result<void> apply_json(
    const json::object& object, const std::string& origin, ResolvedSettings& resolved
) {
    for (const auto& row : setting_rows()) {
        const auto* value = object.if_contains(row.json_name);
        if (row.name == "model" || value == nullptr) continue;
        const auto done = set_from_text(row, text_of_value(*value), resolved.settings);
        if (!done.ok()) return wrong(origin, done.error().message);
        resolved.origins[std::string(row.name)] = origin;
    }
    TRY(apply_model(object, origin, resolved));
    if (const auto* models = object.if_contains("groundingModels")) {
        TRY(apply_grounding_models(*models, origin, resolved));
    }
    if (const auto* consents = object.if_contains("consents")) {
        TRY(apply_consents(*consents, origin, resolved));
    }
    return {};
}

void write_json(const SettingRow& row, const ProxySettings& settings, json::object& object) {
    if (row.name == "model") {
        const auto slash = settings.model.find('/');
        object[kProvider] = settings.model.substr(0, slash);
        object[row.json_name] = settings.model.substr(slash + 1);
        return;
    }
    std::visit(
        [&]<class Value>(Value ProxySettings::*member) {
            if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
                object[row.json_name] = settings.*member;
            } else {
                object[row.json_name] = text_of(row, settings);
            }
        },
        row.member
    );
}

}  // namespace fovea::proxy
