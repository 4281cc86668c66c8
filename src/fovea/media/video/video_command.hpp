// Runs ffmpeg and ffprobe on a recording.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/video/video_info.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::media {

struct VideoCommand {
    std::string program;
    std::vector<std::string> before_input;  // options of the input
    std::vector<std::string> after_input;
    VideoContainer container = VideoContainer::Mp4;
    std::size_t max_output = 64u << 20;
    std::optional<std::chrono::milliseconds> enough_after = {};  // see sandbox::HelperCall
    std::function<sandbox::Flow(ByteView)> on_output = {};
};

// Of a small file; none for others.
VideoBudget budget_of(std::uint64_t file_bytes);
Error takes_too_long();  // where nothing at all was seen by then

// DecodeFailed when the program could not read the file or had enough of it, VideoNotSupported when
// it is not installed.
Result<sandbox::HelperDone> run_video_program(
    sandbox::HelperPrograms& helpers,
    const VideoCommand& command,
    const OpenFile& file,
    const std::stop_token& stop
);

}  // namespace fovea::media
