// The conversation line by line, where a terminal can do nothing but print lines (TERM=dumb).
#pragma once

#include "fovea/host/parts.hpp"
#include "fovea/tui/app/arguments.hpp"
#include "fovea/tui/app/run.hpp"

namespace fovea::tui {

// Reads lines from standard input until it ends or somebody says /quit. No control sequence is written.
TerminalEnd run_plain(const TerminalArguments& arguments, const host::Parts& parts);

}  // namespace fovea::tui
