// Exit codes of every command, after sysexits.h where it has a word for it.
#pragma once

namespace fovea::cli {

constexpr int kSuccess = 0;
constexpr int kRuntimeError = 1;
constexpr int kInputError = 2;  // an input or a tool failed; the others were done
constexpr int kUsage = 64;
constexpr int kConfiguration = 78;
constexpr int kCancelled = 124;

}  // namespace fovea::cli
