// A model as a person names it (models/model_names.hpp), with what is known of it and its provider.
//
//     const auto model = find_named_model(settings, "claude-sonnet-4-6");
//     model.full_name();   // "anthropic/claude-sonnet-4-6"
//     const auto can = capabilities_of(model, settings, told);
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/models/capabilities.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::host {

struct NamedModel {
    std::string id;
    std::string provider;               // empty: nobody offers it
    config::ProviderSettings settings;  // of the provider, whole; without a kind when there is none
    std::string problem;                // why the provider cannot be used; empty: it can

    std::string full_name() const { return provider.empty() ? id : provider + "/" + id; }
};

// Finds something for every name: a model that nobody knows has no provider.
NamedModel find_named_model(const config::Settings& settings, std::string_view name);

models::Capabilities capabilities_of(
    const NamedModel& model,
    const config::Settings& settings,
    const std::optional<models::ServerMetadata>& told = {}
);

// Whether the catalogue or the configuration has a row for it.
bool is_listed(const NamedModel& model, const config::Settings& settings);

// The lines of TOML that say what nobody else knows: [models."id"] and vision = true.
std::string lines_to_add(std::string_view id);

}  // namespace fovea::host
