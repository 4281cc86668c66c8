// The tool `skill`: the instructions of one skill and the list of its files, or one of those files.
//
//     {"name": "receipts"}
//     {"name": "receipts", "file": "examples/tea.json"}
//
// It reads the skill's own folder and nothing else, also where that lies outside the workspace.
#pragma once

#include "fovea/agent/skills.hpp"
#include "fovea/tools/tool.hpp"

#include <memory>
#include <vector>

namespace fovea::agent {

// The guard is asked about every file, as guard_of_skill() says.
std::unique_ptr<tools::Tool> make_skill_tool(
    std::vector<Skill> skills, ingest::FileGuard guard = {}
);

}  // namespace fovea::agent
