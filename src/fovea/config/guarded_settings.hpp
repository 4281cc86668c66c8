// What of a project's file needs the user's trust, for whoever asks the user.
//
//     TRY(guarded_settings("/a/.fovea/config.toml", sources));   // {"providers.openai", "hooks"}
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/load.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::config {

// In the file's order; `sources` tell what holds without it. ConfigInvalid, as from load(), when the rest
// of it cannot be read.
Result<std::vector<std::string>> guarded_settings(
    const std::filesystem::path& file, const Sources& sources
);

}  // namespace fovea::config
