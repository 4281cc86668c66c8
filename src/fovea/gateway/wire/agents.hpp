// How other agents are told of the gateway and of the MCP server: what their own configuration says today, and what it would
// say. Reads files, writes none.
//
//     const auto changes = TRY(wiring_of("codex", {.url = "http://127.0.0.1:7420", .token = secret}, home));
//     for (const auto& change : changes) show(change.path, change.before, change.after);
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct Wiring {
    std::string url;  // without a slash behind it
    std::string token;
    std::string program = "fovea";  // as their configuration calls it
    std::vector<std::string> models =
        {};  // that they name, where they have to name one; the first is the usual one
};

// Where agents keep their files. Empty: in the home.
struct AgentFolders {
    std::filesystem::path home;
    std::filesystem::path claude = {};    // $CLAUDE_CONFIG_DIR
    std::filesystem::path codex = {};     // $CODEX_HOME
    std::filesystem::path settings = {};  // $XDG_CONFIG_HOME, which opencode minds
    std::filesystem::path pi = {};        // $PI_CODING_AGENT_DIR
};

struct FileChange {
    std::filesystem::path path;
    std::optional<std::string> before = {};  // none: there is no such file
    std::optional<std::string> after = {};   // none: there is none afterwards

    bool operator==(const FileChange&) const = default;
};

std::vector<std::string_view> wirable_agents();

// Whether its configuration names models.
bool needs_models(std::string_view agent);

// InvalidInput for an agent that nobody knows here, and for a file that is not of its plain form (JSON with comments).
Result<std::vector<FileChange>> wiring_of(
    std::string_view agent, const Wiring& wiring, const AgentFolders& folders
);

// As it was before: what the agent or a person changed since stays. FileNotFound where nothing is wired.
Result<std::vector<FileChange>> unwiring_of(std::string_view agent, const AgentFolders& folders);

// What a person reads of a change: its lines that are new, and those that go.
std::string change_text(const FileChange& change);

// Writes it, with what was there before beside it (".before-fovea"; empty: nothing was).
Result<void> apply(const FileChange& change);
// The same the other way: what was kept goes.
Result<void> undo(const FileChange& change);

}  // namespace fovea::gateway
