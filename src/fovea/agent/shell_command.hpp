// Runs one command of the user's by `/bin/sh -c`: text on its standard input, a time limit, and
// nothing left behind.
//
//     const auto ended = TRY(run_shell({.command = "./check.sh", .folder = project, .input = json,
//                                       .environment = variables, .timeout = 60s}, stop));
//     ended.status;   // 0; none when it was killed
//
// Ends as other programs do (run_program.hpp).
#pragma once

#include "fovea/agent/run_program.hpp"
#include "fovea/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::agent {

struct ShellCommand {
    std::string command;
    std::filesystem::path folder;
    std::string input;
    std::vector<std::string> environment;  // "NAME=value"
    std::chrono::milliseconds timeout{60'000};
    std::size_t max_stdout = 1 << 20;
    std::size_t max_stderr = 64 << 10;
};

using ShellEnd = ProgramEnd;
using ShellResult = ProgramResult;

// An error is one of ours: the folder is gone, no process can be started.
Result<ShellResult> run_shell(const ShellCommand& command, const std::stop_token& stop);

}  // namespace fovea::agent
