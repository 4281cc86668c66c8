// Reads the configuration in its layers, later ones winning: built-in defaults, the user's file,
// the project's file, the environment, the command line.
//
//     const Loaded loaded = TRY(load({.user_file = …, .project_file = …, .environment = …}));
//     loaded.settings.images.max_edge;
//     loaded.origins.at("images.max_edge");   // "FOVEA_IMAGES_MAX_EDGE"
//
// An unknown key is an error that names the nearest known one; a value out of range says the range.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>

namespace fovea::config {

struct Sources {
    std::optional<std::filesystem::path> user_file;     // used when it exists
    std::optional<std::filesystem::path> project_file;  // used when it exists
    std::optional<std::filesystem::path> only_file;     // --config: replaces both, must exist
    std::function<const char*(const char* name)> environment;  // like getenv
};

struct Loaded {
    Settings settings;
    std::map<std::string, std::string>
        origins;  // key -> "default", a file's path, a variable's name
};

Result<Loaded> load(const Sources& sources);

// Where the files are by default: $XDG_CONFIG_HOME/fovea/config.toml and .fovea/config.toml.
Sources default_sources();

}  // namespace fovea::config
