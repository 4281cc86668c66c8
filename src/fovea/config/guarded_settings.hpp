// What of a project's file needs the user's trust, for whoever asks the user.
//
//     TRY(guarded_settings("/a/.fovea/config.toml"));   // {"providers", "hooks"}
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::config {

// In the file's order. ConfigInvalid, as from load(), when the rest of it cannot be read.
Result<std::vector<std::string>> guarded_settings(const std::filesystem::path& file);

}  // namespace fovea::config
