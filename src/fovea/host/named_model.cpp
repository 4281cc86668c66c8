#include "fovea/host/named_model.hpp"

#include "fovea/config/provider_kinds.hpp"
#include "fovea/models/model_names.hpp"

#include <utility>

namespace fovea::host {
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

}  // namespace

NamedModel find_named_model(const config::Settings& settings, std::string_view name) {
    const auto found = models::find_model_name(settings, name);
    if (found.ok()) return with_provider(settings, found.value().provider, found.value().id);
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
    return config::facts_of_kind(model.settings.kind).is_local ||
           settings.models.contains(model.id) || settings.models.contains(model.full_name()) ||
           models::shipped_catalogue().find(model.id) != nullptr;
}

std::string lines_to_add(std::string_view id) {
    std::string quoted;
    for (const char c : id) quoted += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
    return "[models.\"" + quoted + "\"]\nvision = true";
}

}  // namespace fovea::host
