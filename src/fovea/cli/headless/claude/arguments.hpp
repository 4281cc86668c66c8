// The command line of Claude Code, for programs that start Fovea as if it were `claude`.
//
//     fovea-claude --output-format stream-json --input-format stream-json --max-turns=2 --effort high
//
// As `fovea-claude`, "json" and "stream-json" mean Claude Code's. There, and with the formats
// claude-json and claude-stream-json, options of Claude Code that have no meaning here are left out and named on
// stderr; they never end a run.
#pragma once

#include "fovea/cli/headless/arguments.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::cli::claude {

// Whether the program was started by this name.
bool is_launcher(std::string_view program);

// Whether the words speak of Claude Code's streams.
bool is_meant(std::string_view program, const std::vector<std::string>& words);

struct Rewritten {
    std::vector<std::string> words;    // that Fovea understands
    std::vector<std::string> ignored;  // "--effort"
    bool wants_version = false;
    bool no_tools = false;  // --tools with an empty list
};

enum class Takes : std::uint8_t { Nothing, Value };

// `known` says what an option of Fovea's own takes; nothing for one of others.
using KnownOption = std::function<std::optional<Takes>(const std::string& option)>;

Rewritten rewrite(
    std::string_view program, const std::vector<std::string>& words, const KnownOption& known
);

// "2.1.0 (Fovea 0.1.0)": SDKs read the beginning.
std::string version_line(std::string_view fovea_version);

}  // namespace fovea::cli::claude
