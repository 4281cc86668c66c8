// What a recording is: length, size, codecs (M10).
//
//     const VideoInfo info = TRY(probe_video(helpers, file, {}, stop));
//
// MP4, MOV, WebM and Matroska, by their first bytes. The length is that of what is in the file, not
// what its header says: browsers write recordings without one, and a lie would spoil the sampling.
//
// Refused: other files and recordings of sound alone (UnsupportedFileType); broken ones and those
// without a single picture (DecodeFailed); too many bytes, pixels or hours (FileTooLarge). Without
// ffmpeg's programs, VideoNotSupported names the package.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/video/video_info.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace fovea::media {

struct ProbedVideo {
    VideoInfo info;
    std::vector<std::chrono::milliseconds> starts;  // when each picture is first shown, sorted
};

Result<ProbedVideo> probe_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoLimits& limits = {},
    const std::stop_token& stop = {}
);

// The same without the pictures.
Result<VideoInfo> probe_video(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoLimits& limits = {},
    const std::stop_token& stop = {}
);

// By the first bytes; none for anything but a video of the allowlist (M1).
std::optional<VideoContainer> video_container(ByteView head);

}  // namespace fovea::media
