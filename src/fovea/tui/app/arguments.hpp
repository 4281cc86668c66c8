// What `fovea` was asked for on its command line, where it is a conversation in a terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fovea::tui {

struct TerminalArguments {
    std::optional<std::string> model = {};
    std::optional<std::string> resume = {};
    bool go_on = false;  // --continue
    std::optional<std::string> session_id = {};
    std::optional<std::string> prompt = {};  // said at once
    std::vector<std::string> images = {};    // attached to what is said first
    std::optional<std::string> system_prompt = {};
    std::string append_system_prompt = {};
    std::vector<std::string> tools = {};
    std::vector<std::string> allow = {};
    std::vector<std::string> deny = {};
    bool bare = false;
    std::optional<std::string> config = {};
    std::optional<std::filesystem::path> data = {};
    bool ephemeral = false;
};

}  // namespace fovea::tui
