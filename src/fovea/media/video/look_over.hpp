// Glances at a recording, by ffmpeg.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/video/glance.hpp"
#include "fovea/media/video/video_pass.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace fovea::media {

struct LookedOver {
    std::vector<Glance> glances;  // those that show something new
    std::size_t looks = 0;

    // Where the time for it was over before the end: up to where it was looked over.
    std::optional<std::chrono::milliseconds> until = {};
};

Result<LookedOver> look_over(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    const std::stop_token& stop
);

// The times that ffmpeg's filter printed: "frame:0 pts:0 pts_time:0". A line that is missing, because
// something else was printed into it, counts as its neighbour before.
std::vector<std::chrono::milliseconds> read_frame_times(
    std::string_view printed, std::size_t count
);

}  // namespace fovea::media
