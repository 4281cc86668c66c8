// [gateway.models]: what programs name, and who answers.
//
//     "claude-*" = "deepseek/deepseek-chat"
//     "gpt-*" = "openai/gpt-*"                 # the star stands for the same
//     "fast" = "claude-haiku"                  # may be another alias
#pragma once

#include "fovea/config/settings.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fovea::gateway {

// "claude-*" for "claude-opus-5" is "opus-5" for the one "*"; none where it does not fit.
std::optional<std::string> fit_alias(std::string_view alias, std::string_view name);

bool has_star(std::string_view alias);

// What one that stands for another alias leads to in the end; only exact ones are gone on by, since "*" would catch every model that
// is meant. Of a circle it is one of its aliases.
std::string follow_aliases(const config::Settings& settings, std::string model);

// The model that a name stands for: an exact alias comes first, then the one that says most; else the name itself.
std::string model_behind(const config::Settings& settings, std::string_view name);

}  // namespace fovea::gateway
