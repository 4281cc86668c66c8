// The models that an agent's configuration is given to choose from.
//
//     wiring.models = TRY(coding_models(settings, "opencode", arguments.model, Daemon::Own));
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/gateway/wire/agents.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

enum class Daemon : std::uint8_t {
    Own,
    Other  // its configuration may know names that this one does not
};

// The one that was asked for; where none was, all that the configuration has names for. Agents do everything by tools: a model
// that is known not to call any is InvalidInput, or left out where it was not asked for; InvalidInput, too, where none is left.
Result<std::vector<WiredModel>> coding_models(
    const config::Settings& settings,
    std::string_view agent,
    const std::string& asked,
    Daemon daemon
);

}  // namespace fovea::gateway
