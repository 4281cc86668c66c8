// The command line of `fovea -p`, and when it is meant (H1).
#pragma once

#include "fovea/host/parts.hpp"

#include <functional>
#include <string_view>

namespace fovea::cli {

// Whether these arguments are a run of the agent and not one of the commands: an option of it comes
// first, or a prompt of several words. `is_command` knows the commands' names.
bool is_headless(
    int argc, char** argv, const std::function<bool(std::string_view word)>& is_command
);

// Parses and runs. The exit code.
int run_headless_command(int argc, char** argv, const host::Parts& services);

}  // namespace fovea::cli
