// The models that programs are told of: what they can name, and somebody answers.
#pragma once

#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/models/capabilities.hpp"

#include <string>
#include <vector>

namespace fovea::gateway {

// Of providers that have their key: aliases, and the catalogue's names that fit one with a star; then models by their providers'
// names, of the configuration's rows and of the catalogue. None that its provider has retired.
std::vector<ListedModel> named_models(
    const config::Settings& settings, const config::Environment& environment
);

// What the configuration itself has names for: the main model, aliases and rows; whether or not there is a key.
std::vector<std::string> configured_names(const config::Settings& settings);

// As programs are told of it.
ListedModel listed_model(
    std::string name, const models::Capabilities& can, const config::Settings& settings
);

}  // namespace fovea::gateway
