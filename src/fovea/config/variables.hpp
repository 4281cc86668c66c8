// The variables that are called FOVEA_…: which of them set something, and which nobody reads.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <string>
#include <vector>

namespace fovea::config {

// FOVEA_IMAGES_MAX_EDGE and its kin: of every key, and of the entries that there are or that are known
// by name (FOVEA_PROVIDERS_OLLAMA_BASE_URL).
std::vector<std::string> known_variables(const Settings& settings);

// The names of all variables of this process.
std::vector<std::string> variable_names();

// A misspelt variable would be ignored in silence, and FOVEA_LOCALONLY=true leave one online:
// ConfigInvalid for each of `names` that begins with FOVEA_ and is no setting, is not in `others`
// (what other parts of the program read) and is not what the configuration itself names, as the
// variable of a key does. Says the nearest name.
Result<void> check_variables(
    const std::vector<std::string>& names,
    const std::vector<std::string>& others,
    const Settings& settings
);

}  // namespace fovea::config
