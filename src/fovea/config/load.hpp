// Reads the configuration in its layers, later ones winning: built-in defaults, the user's file,
// the project's file, the environment. The command line sets what it has over the result.
//
//     const Loaded loaded = TRY(load({.user_file = …, .project_file = …, .environment = …}));
//     loaded.settings.images.max_edge;
//     loaded.origins.at("images.max_edge");   // "FOVEA_IMAGES_MAX_EDGE"
//
// Files are TOML, YAML or JSON by their extension; the same place with two of them is an error that
// names both. An unknown key is an error that names the nearest known one; a value out of range says
// the range.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace fovea::config {

struct Sources {
    // Used when they exist; "config.toml" stands for config.yaml, .yml and .json too.
    std::optional<std::filesystem::path> user_file;
    std::optional<std::filesystem::path> project_file;
    std::optional<std::filesystem::path> only_file;  // --config: replaces both, must exist
    Environment environment;
};

struct Loaded {
    Settings settings;
    // Key ("images.max_edge", "providers.mine.kind", "hooks.0.event") -> "default", a file's path or a
    // variable's name.
    std::map<std::string, std::string> origins;
};

Result<Loaded> load(const Sources& sources);

// Where the files are by default: $XDG_CONFIG_HOME/fovea/config.* and .fovea/config.*.
Sources default_sources();

}  // namespace fovea::config
