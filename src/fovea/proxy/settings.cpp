#include "fovea/proxy/settings.hpp"

#include "fovea/models/model_names.hpp"
#include "fovea/proxy/settings_file.hpp"
#include "fovea/proxy/settings_json.hpp"

#include <boost/json.hpp>

namespace fovea::proxy {
namespace {

constexpr std::string_view kOurs = "FOVEA_PROXY_";
constexpr std::string_view kSeeds = "PI_VISION_PROXY_";

Result<void> apply_text(
    const SettingRow& row,
    std::string_view text,
    const std::string& origin,
    ResolvedSettings& resolved
) {
    const auto done = set_from_text(row, text, resolved.settings);
    if (!done.ok()) {
        return Error{ErrorCode::ConfigInvalid, done.error().message + " (" + origin + ")"};
    }
    resolved.origins[std::string(row.name)] = origin;
    return {};
}

enum class ConfigLayer { Files, Environment };

// What [vision] says. Files stand below vision-proxy.json, variables above it: the environment wins
// over every file.
Result<void> apply_config(
    const config::Loaded& loaded, ConfigLayer layer, ResolvedSettings& resolved
) {
    for (const auto& row : setting_rows()) {
        const auto origin = loaded.origins.find(std::string(row.config));
        if (origin == loaded.origins.end() || origin->second == "default") continue;
        const bool variable = origin->second.starts_with("FOVEA_");
        if (variable != (layer == ConfigLayer::Environment)) continue;
        const auto& vision = loaded.settings.vision;
        const std::string grounding = vision.grounding ? "on" : "off";
        const auto text = row.name == "mode" ? vision.mode
                          : row.name == "model"
                              ? models::full_model_name(loaded.settings, vision.model)
                              : grounding;
        TRY(apply_text(row, text, origin->second, resolved));
    }
    return {};
}

Result<void> apply_environment(
    const config::Environment& environment,
    const config::Settings& settings,
    ResolvedSettings& resolved
) {
    if (!environment) return {};
    for (const auto& row : setting_rows()) {
        if (row.variable.empty()) continue;
        for (const auto prefix : {kOurs, kSeeds}) {
            const auto name = std::string(prefix) + std::string(row.variable);
            const char* text = environment(name.c_str());
            if (text == nullptr || *text == '\0') continue;
            const auto value = row.name == "model" ? models::full_model_name(settings, text) : text;
            TRY(apply_text(row, value, name, resolved));
            break;
        }
    }
    return {};
}

}  // namespace

Result<ResolvedSettings> load_settings(const SettingsSources& sources) {
    ResolvedSettings resolved;
    for (const auto& row : setting_rows()) resolved.origins[std::string(row.name)] = "default";
    resolved.origins["grounding_models"] = "default";
    resolved.origins["consents"] = "default";
    TRY(apply_config(sources.loaded, ConfigLayer::Files, resolved));
    const auto object = TRY(SettingsFile(sources.file).read());
    TRY(apply_json(object, sources.file.string(), resolved));
    TRY(apply_config(sources.loaded, ConfigLayer::Environment, resolved));
    TRY(apply_environment(sources.environment, sources.loaded.settings, resolved));
    return resolved;
}

bool describes_for(const ProxySettings& settings, ModelSight sight) {
    switch (settings.mode) {
        case ProxyMode::Auto: return sight == ModelSight::Blind;
        case ProxyMode::Always: return true;
        case ProxyMode::Off: return false;
    }
    return false;
}

bool offers_tool(const ProxySettings& settings) {
    return settings.mode != ProxyMode::Off && settings.tool;
}

bool describes_together(const ProxySettings& settings, std::size_t pictures) {
    return settings.mode != ProxyMode::Off && pictures >= 2 &&
           pictures <= static_cast<std::size_t>(settings.max_batch);
}

std::filesystem::path settings_file_of(const config::Sources& sources) {
    if (!sources.user_file) return {};
    return sources.user_file->parent_path() / "vision-proxy.json";
}

}  // namespace fovea::proxy
