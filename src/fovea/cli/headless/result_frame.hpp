// The last frame of a run, which is also the whole of `--output-format json` (H4), and the exit code
// that says the same (H5).
#pragma once

#include "fovea/agent/run_result.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace fovea::cli {

boost::json::object result_frame(const agent::RunResult& result);

std::string_view name_of(agent::Ending ending);  // "max_turns": the subtype

// Both are read off the same result, so they cannot disagree.
int exit_code_of(const agent::RunResult& result);

}  // namespace fovea::cli
