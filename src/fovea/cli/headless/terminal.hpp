// `fovea` without -p on a terminal: a conversation there (U1 to U3), with the options of -p that mean something.
#pragma once

#include "fovea/cli/headless/arguments.hpp"
#include "fovea/host/parts.hpp"

namespace fovea::cli {

// The exit code.
int run_terminal(const HeadlessArguments& arguments, const host::Parts& services);

}  // namespace fovea::cli
