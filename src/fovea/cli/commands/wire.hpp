// fovea wire: other agents use the gateway and the MCP server.
#pragma once

#include "fovea/cli/command.hpp"

#include <string>

namespace fovea::cli {

struct WireArguments {
    std::string agent;
    std::string url;    // empty: as this configuration serves
    std::string model;  // that the agent names
    bool undo = false;
    bool print = false;  // shows the lines alone
    bool yes = false;    // asks nobody
};

void add_wire(CLI::App& app, Chosen& chosen);
int run_wire(const WireArguments& arguments, const Invocation& invocation);

}  // namespace fovea::cli
