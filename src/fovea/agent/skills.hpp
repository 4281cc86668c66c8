// Skills (A3): folders with a SKILL.md, instructions that a model reads when it needs them.
//
//     ---
//     name: receipts
//     description: How we read receipts into JSON.
//     ---
//     Look at the total first …
//
// Only names and descriptions are in the system prompt; the tool `skill` (skill_tool.hpp) gives the
// rest. A skill is text for the model and runs nothing by itself, so a project's needs no trust, as
// with context files; it is introduced as a stranger's, and one that belongs to another user is left out.
// Without a name in the file its folder's counts; the first of a name wins, so a
// project cannot replace a skill of the user's.
#pragma once

#include "fovea/agent/strangers_text.hpp"
#include "fovea/base/result.hpp"
#include "fovea/ingest/file_guard.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::agent {

// Where skills are looked for: the folders in `folder` that have a SKILL.md.
struct SkillPlace {
    std::filesystem::path folder;  // $XDG_CONFIG_HOME/fovea/skills, .fovea/skills, PLUGIN/skills
    std::filesystem::path
        fence;           // links that lead out of this are not followed; empty: of each skill
    std::string source;  // "user", "project", "plugin NAME"
    Author author = Author::User;
};

struct Skill {
    std::string name;
    std::string description;
    std::filesystem::path folder;  // without links
    std::string source;
    Author author = Author::User;

    bool operator==(const Skill&) const = default;
};

struct FoundSkills {
    std::vector<Skill> skills;          // by place, then by name
    std::vector<std::string> problems;  // a sentence for each that is left out
};

// The guard is asked about every file of a skill, but for Fovea's own: the user's skills lie among them.
ingest::FileGuard guard_of_skill(const std::filesystem::path& folder, ingest::FileGuard guard);

FoundSkills find_skills(const std::vector<SkillPlace>& places, const ingest::FileGuard& guard = {});

// For the system prompt; empty when there are none.
std::string describe_skills(const std::vector<Skill>& skills);

struct SkillText {
    std::string name;         // may be empty
    std::string description;  // may be empty
    std::string body;
};

// InvalidInput when the front matter is no YAML, or too large.
Result<SkillText> parse_skill(std::string_view text);

}  // namespace fovea::agent
