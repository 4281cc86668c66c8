// Exit codes of every command, after sysexits.h where it has a word for it.
#pragma once

namespace fovea::cli {

constexpr int kSuccess = 0;
constexpr int kRuntimeError = 1;
constexpr int kInputError = 2;  // an input, a tool or the assistant failed; the others were done
constexpr int kNoCertainAnswer = 3;  // --plain has nothing to print
constexpr int kUsage = 64;
constexpr int kNoInput = 66;
constexpr int kMaxTurns = 75;
constexpr int kConfiguration = 78;
constexpr int kCancelled = 124;
constexpr int kSecondInterrupt = 130;
constexpr int kBudgetExceeded = 137;  // also what a shell says of a program killed by SIGKILL

}  // namespace fovea::cli
