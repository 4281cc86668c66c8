// Runs one program of the user's machine, without a shell and without a cage: text on its standard input,
// a time limit, and nothing left behind.
//
//     const auto ended = TRY(run_program({.program = "/usr/bin/xclip", .arguments = {"-o"},
//                                         .environment = variables, .timeout = 2s}, stop));
//     ended.status;   // 0; none when it was killed
//
// It has a process group of its own. When it has ended, or the time is up, or `stop` is asked for,
// whatever is left of the group is killed. Output beyond the limits is read and dropped, so a talkative
// program is not held up. What it starts in a session of its own (setsid) is its own affair.
#pragma once

#include "fovea/base/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::agent {

struct ProgramCall {
    std::filesystem::path program;  // absolute
    std::vector<std::string> arguments;
    std::filesystem::path folder = "/";
    std::string input = {};
    std::vector<std::string> environment = {};  // "NAME=value"; nothing of ours is added
    std::chrono::milliseconds timeout{60'000};
    std::size_t max_stdout = 1 << 20;
    std::size_t max_stderr = 64 << 10;
};

enum class ProgramEnd : std::uint8_t { Exited, Killed, TimedOut, Stopped };

struct ProgramResult {
    ProgramEnd end = ProgramEnd::Exited;
    std::optional<int> status;  // of Exited
    std::string out;
    std::string err;
    std::chrono::milliseconds duration{0};
};

// An error is one of ours: the folder or the program is gone, no process can be started.
Result<ProgramResult> run_program(const ProgramCall& call, const std::stop_token& stop);

}  // namespace fovea::agent
