// Reads the configuration in its layers, later ones winning: built-in defaults, the user's file,
// the project's file, vision-proxy.json, the environment. The command line sets what it has over the
// result.
//
//     const Loaded loaded = TRY(load({.user_file = …, .project_file = …, .environment = …}));
//     loaded.settings.images.max_edge;
//     loaded.origins.at("images.max_edge");   // "FOVEA_IMAGES_MAX_EDGE"
//
// Files are TOML, YAML or JSON by their extension; the same place with two of them is an error that
// names both. An unknown key is an error that names the nearest known one; a value out of range says
// the range. Where no provider of that name is configured, the variables that its own clients read say
// where it is and where its key is (sdk_variables.hpp). A project's file is a stranger's until the user trusts it (project_trust.hpp): until then
// it is an error when it sets more than what is harmless.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/config/project_trust.hpp"
#include "fovea/config/settings.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::config {

struct Sources {
    // Used when they exist; "config.toml" stands for config.yaml, .yml and .json too.
    std::optional<std::filesystem::path> user_file = {};
    std::optional<std::filesystem::path> project_file = {};
    std::optional<std::filesystem::path> only_file = {};  // --config: replaces both, must exist
    bool with_proxy_file = true;  // not where a command changes what is wrong in it
    Environment environment = {};
    std::filesystem::path trust_folder = {};  // the user's decisions; empty: none
    // Names of all variables there are: one that is called FOVEA_… and that nobody reads is an error.
    std::vector<std::string> variables = {};
    std::vector<std::string> other_variables = {};  // read by others than load(): FOVEA_LOG
};

enum class Role : std::uint8_t { User, Project, Only, VisionProxy };

// "user", "project", "--config", "vision-proxy".
std::string_view name_of(Role role);

// One of the places where a file may be.
struct Place {
    Role role = Role::User;
    std::filesystem::path path;  // the file, or where it would be
    bool exists = false;
    Trust trust = Trust::Trusted;            // of a project's file that exists
    std::vector<std::string> left_out = {};  // settings of a limited one; known after load()

    bool operator==(const Place&) const = default;
};

struct Loaded {
    Settings settings;
    // Key ("images.max_edge", "providers.mine.kind", "hooks.0.event") -> "default", a file's path or a
    // variable's name.
    std::map<std::string, std::string> origins;
    std::vector<Place> places;
};

Result<Loaded> load(const Sources& sources);

// Where load() looks, in the order of the layers, without reading what is set there; vision-proxy.json
// only where there is one.
Result<std::vector<Place>> find_places(const Sources& sources);

// vision-proxy.json beside the user's file, which need not exist, also where --config stands in for that;
// empty where there is no such place.
std::filesystem::path vision_proxy_file(const Sources& sources);

}  // namespace fovea::config
