// How alike two pictures are, and where they differ, for programs.
#pragma once

#include "fovea/media/compare/compare.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>

namespace fovea::mcp {

inline constexpr std::size_t kMaxComparedRegions = 200;

// "identical", "similarity", "same_size"; of the same size also "changed", boxes, and "colour_changes".
boost::json::object measured_json(const media::Compared& compared);

}  // namespace fovea::mcp
