// `fovea`: a conversation in a terminal (U1 to U3).
#pragma once

#include "fovea/host/parts.hpp"
#include "fovea/tui/app/arguments.hpp"

namespace fovea::tui {

// How it ended, for whoever knows exit codes.
enum class TerminalEnd { Left, Failed, BadConfiguration, NoSuchSession, Told };

// On standard input and output, which are a terminal. Where that can do nothing but print lines
// (TERM=dumb), it is a conversation line by line.
TerminalEnd run_terminal(const TerminalArguments& arguments, const host::Parts& parts);

}  // namespace fovea::tui
