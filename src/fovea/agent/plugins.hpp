// Plugins (A3): folders that bundle hooks, skills and MCP servers.
//
//     my-plugin/plugin.json    {"name": "my-plugin", "version": "1.0", "description": "…",
//                               "hooks": [{"event": "Stop", "command": "\"$FOVEA_PLUGIN_ROOT\"/check.sh"}],
//                               "mcpServers": {"files": {"command": "${FOVEA_PLUGIN_ROOT}/server"}}}
//     my-plugin/skills/…       as in skills.hpp
//
//     auto loaded = TRY(load_plugins({.user_folder = …, .named = settings.plugins, .home = …}));
//     add_plugins(loaded.plugins, settings);
//
// plugin.toml, .yaml and .yml are read too, and [mcp.servers.NAME] for mcpServers. Fields of hooks and
// servers are those of the configuration. ${FOVEA_PLUGIN_ROOT}, the plugin's folder, is put into the
// commands, arguments, variables and headers of servers; hooks have it as a variable.
//
// The user's plugins folder is looked through: what is broken there is told and left out. A plugin that
// the configuration names has to work (ConfigInvalid). A project's configuration names plugins only
// where the user trusts it, because plugins start programs.
#pragma once

#include "fovea/agent/skills.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fovea::agent {

struct PluginPlaces {
    std::filesystem::path user_folder = {};  // $XDG_CONFIG_HOME/fovea/plugins; empty: none
    std::vector<std::string> named = {};     // config `plugins`
    std::string home = {};                   // for ~/ in those
};

struct Plugin {
    std::string name;
    std::string version;
    std::string description;
    std::filesystem::path folder;  // without links
    std::vector<config::HookSettings> hooks;
    std::map<std::string, config::McpServerSettings> servers;

    bool operator==(const Plugin&) const = default;
};

struct LoadedPlugins {
    std::vector<Plugin> plugins;
    std::vector<std::string> problems;  // a sentence for each that is left out
};

Result<LoadedPlugins> load_plugins(const PluginPlaces& places);

// Hooks behind the configured ones; servers beside them, where the configuration's own name wins.
// Gives a sentence for each server that was left out.
std::vector<std::string> add_plugins(
    const std::vector<Plugin>& plugins, config::Settings& settings
);

// Where the plugins' skills are.
std::vector<SkillPlace> skill_places(const std::vector<Plugin>& plugins);

// ConfigInvalid names the file, and the field.
Result<Plugin> read_plugin(const std::filesystem::path& folder);

}  // namespace fovea::agent
