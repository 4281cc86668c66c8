// Aliases of [gateway.models] that lead nowhere, for `fovea config check`, `fovea doctor` and the start of the daemon: else the first
// request that names one is who finds out.
#pragma once

#include "fovea/config/load.hpp"
#include "fovea/host/finding.hpp"

#include <vector>

namespace fovea::gateway {

// One for each that is broken, with the file and the line that says it.
std::vector<host::Finding> check_aliases(const config::Loaded& loaded);

}  // namespace fovea::gateway
