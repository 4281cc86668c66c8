// How alike two pictures are, and where they differ, for programs.
#pragma once

#include "fovea/media/compare/compare.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <limits>

namespace fovea::reading {

inline constexpr std::size_t kMaxToldRegions = 200;  // of what a model or a page reads

// "similarity", "identical", "same_size"; of the same size also "changed_fraction", "changed", boxes as
// [x1, y1, x2, y2] in pixels of the upright pictures, at most so many, and "colour_changes".
boost::json::object compared_json(
    const media::Compared& compared, std::size_t most = std::numeric_limits<std::size_t>::max()
);

}  // namespace fovea::reading
