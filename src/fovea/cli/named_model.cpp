#include "fovea/cli/named_model.hpp"

#include "fovea/config/nearest.hpp"
#include "fovea/config/provider_kinds.hpp"

#include <algorithm>

namespace fovea::cli {
namespace {

NamedModel with_provider(
    const config::Settings& settings, std::string provider, std::string_view id
) {
    NamedModel model{.id = std::string(id), .provider = std::move(provider)};
    auto whole = config::find_provider(settings, model.provider);
    if (whole.ok()) {
        model.settings = std::move(whole).value();
        return model;
    }
    // What is configured of it still says how it is spoken to.
    model.problem = whole.error().message;
    const auto configured = settings.providers.find(model.provider);
    if (configured != settings.providers.end()) model.settings = configured->second;
    return model;
}

bool is_provider(const config::Settings& settings, const std::string& name) {
    return settings.providers.contains(name) || config::default_provider(name) != nullptr;
}

}  // namespace

NamedModel find_named_model(const config::Settings& settings, std::string_view name) {
    const auto row = settings.models.find(std::string(name));
    if (row != settings.models.end() && is_provider(settings, row->second.provider)) {
        const auto prefix = row->second.provider + "/";
        const auto id = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        return with_provider(settings, row->second.provider, id);
    }
    const auto split = config::split_model_name(settings, name);
    if (split.ok()) return with_provider(settings, split.value().provider, split.value().id);
    const auto* known = models::shipped_catalogue().find(name);
    if (known != nullptr && is_provider(settings, known->provider)) {
        return with_provider(settings, known->provider, name);
    }
    return {.id = std::string(name)};
}

models::Capabilities capabilities_of(
    const NamedModel& model,
    const config::Settings& settings,
    const std::optional<models::ServerMetadata>& told
) {
    return models::resolve(
        {.id = model.id,
         .provider = model.provider,
         .kind = model.settings.kind,
         .overrides = settings.models,
         .server = told,
         .api_version = model.settings.api_version}
    );
}

bool is_listed(const NamedModel& model, const config::Settings& settings) {
    return model.settings.kind == "local" || settings.models.contains(model.id) ||
           settings.models.contains(model.full_name()) ||
           models::shipped_catalogue().find(model.id) != nullptr;
}

std::vector<std::string> nearest_ids(std::string_view id) {
    std::vector<std::string_view> known;
    for (const auto& model : models::shipped_catalogue().models()) {
        known.emplace_back(model.id);
        for (const auto& alias : model.aliases) known.emplace_back(alias);
    }
    std::vector<std::string> nearest;
    while (nearest.size() < 3) {
        const auto found = config::nearest_name(id, known);
        if (found.empty()) break;
        nearest.emplace_back(found);
        std::erase(known, found);
    }
    return nearest;
}

std::string lines_to_add(std::string_view id) {
    std::string quoted;
    for (const char c : id) quoted += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    return "[models.\"" + quoted + "\"]\nvision = true";
}

}  // namespace fovea::cli
