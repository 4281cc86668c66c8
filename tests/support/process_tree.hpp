// The processes that a program started, for tests that none outlives it.
//
//     const auto helpers = descendants_of(run.pid());
//     … the program ends …
//     wait_until_gone(helpers);      // a test that hangs here found one that stays
#pragma once

#include <sys/types.h>

#include <vector>

namespace fovea::testing {

// Those of now, at any depth.
std::vector<pid_t> descendants_of(pid_t root);

void wait_until_gone(const std::vector<pid_t>& processes);

}  // namespace fovea::testing
