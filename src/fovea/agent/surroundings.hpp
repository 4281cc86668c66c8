// What surrounds a run (A3), gathered once before it begins: plugins, skills and context files.
// `--bare` is not to call this.
//
//     auto around = TRY(gather_surroundings({.user_folder = …, .cwd = cwd, .home = home}, settings));
//     for (const auto& problem : around.problems) tell(problem);
//     if (!around.skills.empty()) TRY(box.add(make_skill_tool(around.skills)));
//     system_prompt({.sections = around.sections, …});
#pragma once

#include "fovea/agent/plugins.hpp"
#include "fovea/agent/skills.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/ingest/file_guard.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fovea::agent {

struct SurroundingPlaces {
    std::filesystem::path user_folder = {};  // $XDG_CONFIG_HOME/fovea; empty: none
    std::filesystem::path cwd = {};          // the project's folder
    Author project = Author::Stranger;       // who wrote what lies in it
    std::string home = {};                   // for ~/ in the configuration's plugins
    ingest::FileGuard guard = {};            // for links in the project; see context_files.hpp
};

struct Surroundings {
    std::vector<Plugin> plugins;
    std::vector<Skill> skills;
    std::vector<std::filesystem::path> context_files;
    // Of the system prompt: whose words follow, where they are a stranger's; context files; skills.
    std::vector<std::string> sections;
    std::vector<std::string> problems;  // what was left out, a sentence each
};

// Adds the hooks and servers of plugins to the settings. ConfigInvalid for a plugin that the
// configuration names and that cannot be loaded.
Result<Surroundings> gather_surroundings(
    const SurroundingPlaces& places, config::Settings& settings
);

}  // namespace fovea::agent
