// What the vision proxy does by its settings, which are [vision] of the configuration.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"
#include "fovea/config/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::proxy {

// Not off: where it is, nobody describes, the tool is not offered, and the commands refuse.
bool is_on(const config::VisionSettings& settings);

enum class ModelSight : std::uint8_t { Blind, Sees };

// Whether pictures are described for such a model (PVP-B4): in mode auto for models that cannot see, in
// mode always for all.
bool describes_for(const config::VisionSettings& settings, ModelSight sight);

// Whether analyze_image is offered, also to a model that sees (FR-1.1).
bool offers_tool(const config::VisionSettings& settings);

// "openai/gpt-5-mini" for that or for its id alone, where the configuration or the catalogue knows whose
// it is. InvalidInput with the nearest names; `what` begins the sentence.
Result<std::string> full_vision_model(
    std::string_view what, std::string_view name, const config::Settings& settings
);

// Who looks as things are set, by the full name. ConfigInvalid says where the wrong name stands.
Result<std::string> chosen_vision_model(const config::Loaded& loaded);

}  // namespace fovea::proxy
