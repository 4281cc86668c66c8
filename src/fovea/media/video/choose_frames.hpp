// Which frames of a recording to show when only so many may be shown (M10).
//
//     const auto chosen = TRY(choose_frames(glances, 16));     // indices, in order
//
// First what a person would keep: the beginning, cuts, states that stay for a while after something
// changed (a line that was typed to its end), and moments when much more changes than around them (a
// message that appears while the pointer moves). Then whatever changed in between, evenly over the
// time. What never rests (a clock, a cursor that blinks, dots that dance while somebody types) counts
// for next to nothing. Frames that show nothing new are never
// taken, so a recording of a still screen gives one frame, however many were allowed.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/video/glance.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::media {

Result<std::vector<std::size_t>> choose_frames(
    std::span<const Glance> glances, std::size_t max_frames
);

}  // namespace fovea::media
