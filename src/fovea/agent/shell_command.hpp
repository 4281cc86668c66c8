// Runs one command of the user's by `/bin/sh -c`: text on its standard input, a time limit, and
// nothing left behind.
//
//     const auto ended = TRY(run_shell({.command = "./check.sh", .folder = project, .input = json,
//                                       .environment = variables, .timeout = 60s}, stop));
//     ended.status;   // 0; none when it was killed
//
// The command has a process group of its own. When the shell has ended, or the time is up, or `stop` is
// asked for, whatever is left of the group is killed. Output beyond the limits is read and dropped, so
// a talkative command is not held up. What it starts in a session of its own (setsid) is its own affair.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
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

enum class ShellEnd : std::uint8_t { Exited, Killed, TimedOut, Stopped };

struct ShellResult {
    ShellEnd end = ShellEnd::Exited;
    std::optional<int> status;  // of Exited
    std::string out;
    std::string err;
    std::chrono::milliseconds duration{0};
};

// An error is one of ours: the folder is gone, no process can be started.
Result<ShellResult> run_shell(const ShellCommand& command, const std::stop_token& stop);

}  // namespace fovea::agent
