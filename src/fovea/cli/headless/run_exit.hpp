// The exit code of a run (H5), read off the result that its last frame tells, so that the two cannot disagree.
#pragma once

#include "fovea/agent/run_result.hpp"

namespace fovea::cli {

int exit_code_of(const agent::RunResult& result);

}  // namespace fovea::cli
