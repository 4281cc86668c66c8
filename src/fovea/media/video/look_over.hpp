// ffmpeg's part of sampling: glances at a recording, and some of those frames whole.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/video/glance.hpp"
#include "fovea/media/video/video_info.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace fovea::media {

// How a recording is looked over. The same view gives the same frames each time.
struct VideoView {
    const VideoInfo& info;
    std::chrono::milliseconds from{0};
    std::chrono::milliseconds length{0};
    std::chrono::milliseconds step = kGlanceStep;
    bool key_frames_only = false;
};

Result<std::vector<Glance>> look_over(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    const std::stop_token& stop
);

// Called for each frame in turn, Rgb8; an error from it ends the work and is returned.
using OnFrame = std::function<Result<void>(Picture)>;

// The glances of these indices, in order, at the given size.
Result<void> take_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    std::span<const std::size_t> indices,
    PixelSize size,
    const OnFrame& on_frame,
    const std::stop_token& stop
);

// The times that ffmpeg's filter printed, one for each frame: "frame:0 pts:0 pts_time:0".
std::vector<std::chrono::milliseconds> read_frame_times(std::string_view printed);

}  // namespace fovea::media
