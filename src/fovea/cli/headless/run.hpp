// `fovea -p`: one run of the agent, driven through pipes (H1 to H8).
//
// This file reads input and picks an encoder; everything else is the agent's.
#pragma once

#include "fovea/cli/headless/arguments.hpp"
#include "fovea/host/parts.hpp"

namespace fovea::cli {

// The exit code.
int run_headless(const HeadlessArguments& arguments, const host::Parts& services);

}  // namespace fovea::cli
