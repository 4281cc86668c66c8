// The variables that set something, so that a misspelt one can be told.
#pragma once

#include "fovea/config/settings.hpp"

#include <string>
#include <vector>

namespace fovea::config {

// FOVEA_IMAGES_MAX_EDGE and its kin: of every key, and of the entries that there are or that are known
// by name (FOVEA_PROVIDERS_OLLAMA_BASE_URL).
std::vector<std::string> known_variables(const Settings& settings);

}  // namespace fovea::config
