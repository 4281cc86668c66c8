// What people wrote down for agents (A3): AGENTS.md, CLAUDE.md and FOVEA.md, the user's and the
// project's.
//
//     const auto found = find_context_files({.user_folder = config_home / "fovea", .cwd = cwd});
//     system_prompt += found.text;       // a heading with its path above each
//     init.context_files = found.paths;
//
// The user's come first, then the project's from its root (the first folder upward that has a .git;
// without one only the working folder counts) down to the working folder, so that the nearest speaks
// last. In one folder all three are read, in the order of their names; the same text is not told twice.
//
// Folders and files of other users are left out, and the way up to the root ends before one (own_files.hpp).
// What came with a project that the user did not trust stands in marks (strangers_text.hpp).
//
// Text only: "@other.md" imports are not followed, links that lead out of the project or to a file that a
// rule closes are not either,
// stray bytes are replaced, and what is too long is cut with a note. A file that cannot be read is left
// out and told in `problems`.
#pragma once

#include "fovea/agent/strangers_text.hpp"
#include "fovea/ingest/file_guard.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace fovea::agent {

struct ContextPlaces {
    std::filesystem::path user_folder = {};  // $XDG_CONFIG_HOME/fovea; empty: none
    std::filesystem::path cwd = {};
    Author project = Author::Stranger;  // who wrote what lies in the project
    // Who may object to what a link in the project leads to: AGENTS.md itself is not what rules are for.
    ingest::FileGuard guard = {};
    std::size_t max_file = 64 << 10;  // bytes of one file
    std::size_t max_all = 256 << 10;  // bytes of all together
};

struct ContextFiles {
    std::string text;                 // for the system prompt; empty when there are none
    bool has_strangers_text = false;  // kStrangersNotice belongs before it
    std::vector<std::filesystem::path> paths;
    std::vector<std::string> problems;  // a sentence each

    bool operator==(const ContextFiles&) const = default;
};

ContextFiles find_context_files(const ContextPlaces& places);

// The first folder from `cwd` upward that has a .git; `cwd` itself when none has, or when the way up leads
// through a folder of somebody else.
std::filesystem::path project_root(const std::filesystem::path& cwd);

}  // namespace fovea::agent
