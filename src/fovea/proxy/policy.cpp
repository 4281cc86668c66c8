#include "fovea/proxy/policy.hpp"

#include "fovea/config/schema.hpp"
#include "fovea/models/model_names.hpp"

namespace fovea::proxy {

bool is_on(const config::VisionSettings& settings) {
    return settings.mode != "off";
}

bool describes_for(const config::VisionSettings& settings, ModelSight sight) {
    return settings.mode == "always" || (is_on(settings) && sight == ModelSight::Blind);
}

bool offers_tool(const config::VisionSettings& settings) {
    return is_on(settings) && settings.tool;
}

Result<std::string> full_vision_model(
    std::string_view what, std::string_view name, const config::Settings& settings
) {
    auto full = models::full_model_name(settings, name);
    const auto slash = full.find('/');
    const bool has_both = slash != 0 && slash != std::string::npos && slash + 1 < full.size();
    config::Settings scratch;
    const auto& key = *config::find_key("vision.model");
    if (has_both && config::set_from_text(key, full, scratch).ok()) return full;
    const auto shown = shorten(name, config::kMaxShownText);
    return Error{
        ErrorCode::InvalidInput,
        std::string(what) + " is a provider, a slash and a model id, not \"" + shown + "\"" +
            models::did_you_mean(settings, {"", shown})};
}

Result<std::string> chosen_vision_model(const config::Loaded& loaded) {
    const auto& settings = loaded.settings;
    auto full = full_vision_model("vision.model", settings.vision.model, settings);
    if (full.ok()) return full;
    const auto origin = loaded.origins.find("vision.model");
    const auto where = origin == loaded.origins.end() ? "" : " (" + origin->second + ")";
    return Error{ErrorCode::ConfigInvalid, full.error().message + where};
}

}  // namespace fovea::proxy
