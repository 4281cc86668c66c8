// A model as a person names it: "provider/id", or an id alone where the configuration or the
// catalogue knows whose it is.
//
//     TRY(find_model_name(settings, "claude-sonnet-4-6"));   // {"anthropic", "claude-sonnet-4-6"}
//     find_model_name(settings, "claude-sonet-4-6");         // … did you mean anthropic/claude-sonnet-4-6?
//
// Every model that a flag, a file, a variable, a command or a tool names is found here.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/config/settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::models {

// InvalidInput, with the nearest names, when nobody is known to have it.
Result<config::ModelName> find_model_name(const config::Settings& settings, std::string_view name);

// "anthropic/claude-sonnet-4-6" for either; a name that nobody is known by stays as it is, for whoever
// uses it to say so.
std::string full_model_name(const config::Settings& settings, std::string_view name);

// Up to three models of the catalogue and the configuration that are most like it, named so that
// find_model_name() finds them. Of the provider that is named, where those of it are known.
std::vector<std::string> nearest_models(
    const config::Settings& settings, const config::ModelName& name
);

// "; did you mean anthropic/claude-sonnet-4-6?", or nothing: where none is near, and where the id is
// known.
std::string did_you_mean(const config::Settings& settings, const config::ModelName& name);

}  // namespace fovea::models
