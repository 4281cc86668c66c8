// The last frame of a run, which is also the whole of `--output-format json` (H4).
#pragma once

#include "fovea/agent/run_result.hpp"

#include <boost/json/fwd.hpp>

#include <string_view>

namespace fovea::protocol {

boost::json::object result_frame(const agent::RunResult& result);

std::string_view name_of(agent::Ending ending);  // "max_turns": the subtype

}  // namespace fovea::protocol
