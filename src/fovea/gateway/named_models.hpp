// The models that programs are told of: what they can name, and somebody answers.
#pragma once

#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/models/capabilities.hpp"

#include <vector>

namespace fovea::gateway {

// Aliases, and the catalogue's names that fit one with a star; then models by their providers' names, of the configuration's rows
// and of the catalogue, where the provider has its key.
std::vector<ListedModel> named_models(
    const config::Settings& settings, const config::Environment& environment
);

// Whether pictures may be sent to it through here: it sees them, or they are described.
bool takes_pictures(const models::Capabilities& can, const config::Settings& settings);

}  // namespace fovea::gateway
