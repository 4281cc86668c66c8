// Frames of Claude Code on standard output.
#pragma once

#include <boost/json/fwd.hpp>

namespace fovea::cli::claude {

// False when nobody reads any more. May be called by several threads.
bool print_frame(const boost::json::object& frame);

// Results only: what Claude Code prints as "json".
bool print_result(const boost::json::object& frame);

}  // namespace fovea::cli::claude
