// fovea mcp: the tools of this program for other programs, over standard input and output.
#pragma once

#include "fovea/cli/command.hpp"

namespace fovea::cli {

void add_mcp(CLI::App& app, Chosen& chosen);

int run_mcp(const Invocation& invocation);

}  // namespace fovea::cli
