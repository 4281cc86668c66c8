// The program's command line: parses, runs one command, returns its exit code.
//
//     int main(int argc, char** argv) { return run_command_line(argc, argv, services); }
//
// stdout carries results only; everything said to a person while working goes to stderr.
#pragma once

#include "fovea/host/parts.hpp"

namespace fovea::cli {

int run_command_line(int argc, char** argv, const host::Parts& services);

}  // namespace fovea::cli
