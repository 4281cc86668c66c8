// fovea tool: runs one tool as a model would call it, for scripts and for trying it out.
#pragma once

#include "fovea/cli/command.hpp"

#include <optional>
#include <string>

namespace fovea::cli {

struct ToolArguments {
    std::string name;
    std::optional<std::string> input;    // JSON; "-": standard input. None: the tool's own words
    std::optional<std::string> session;  // whose pictures it may name, and where it is logged
    bool json = false;
};

void add_tool(CLI::App& app, Chosen& chosen);

int run_tool(const ToolArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
