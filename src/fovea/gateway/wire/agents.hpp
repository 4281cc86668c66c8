// How other agents are told of the gateway and of the MCP server: what their own configuration says today, and what it would
// say. Reads files, writes none.
//
//     const auto changes = TRY(wiring_of("codex", {.url = "http://127.0.0.1:7420", .token = secret}, folders));
//     for (const auto& change : changes) show(change.path, change.before, change.after);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/gateway/wire/file_change.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

// What is not known is left out, so that the agent's own defaults hold.
struct WiredModel {
    std::string name;  // as the gateway knows it
    bool takes_pictures = true;
    std::optional<std::uint64_t> context = {};
    std::optional<std::uint64_t> max_output = {};

    bool operator==(const WiredModel&) const = default;
};

struct Wiring {
    std::string url;  // without a slash behind it
    std::string token;
    std::string program = "fovea";  // as their configuration calls it
    std::vector<WiredModel> models =
        {};  // for agents whose configuration names them; the first is the usual one
};

// Where agents keep their files. Empty: in the home.
struct AgentFolders {
    std::filesystem::path home;
    std::filesystem::path claude = {};  // $CLAUDE_CONFIG_DIR
    std::filesystem::path codex = {};   // $CODEX_HOME
    std::filesystem::path config = {};  // $XDG_CONFIG_HOME, which opencode reads
    std::filesystem::path pi = {};      // $PI_CODING_AGENT_DIR
};

std::vector<std::string_view> wirable_agents();

// Whether its configuration has to name models.
bool needs_models(std::string_view agent);

// InvalidInput for an unknown agent, and for a file that is not of its plain form (JSON with comments).
Result<std::vector<FileChange>> wiring_of(
    std::string_view agent, const Wiring& wiring, const AgentFolders& folders
);

// As it was before: what the agent or a person changed since stays. FileNotFound where nothing is wired.
Result<std::vector<FileChange>> unwiring_of(std::string_view agent, const AgentFolders& folders);

}  // namespace fovea::gateway
