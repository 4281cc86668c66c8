// Exit codes of every command, after sysexits.h where it has a word for it.
#pragma once

namespace fovea::cli {

enum ExitCode : int {
    kSuccess = 0,
    kRuntimeError = 1,
    kInputError = 2,   // an input or a tool failed; the others were done
    kUsage = 64,
    kConfiguration = 78,
    kCancelled = 124,
};

}  // namespace fovea::cli
