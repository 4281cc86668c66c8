// The frames of a recording that show what happens in it, as pictures with their times (M10).
//
//     const auto sampled = TRY(sample_frames(helpers, file, {.max_frames = 16}, stop));
//     for (const SampledFrame& frame : sampled.frames) show(frame.time, frame.file);
//
// The recording is looked over once, small, up to ten times a second; choose_frames() says which
// frames are worth showing; those are taken at full size. Memory is that of kMaxGlances and of one
// whole frame, however large the file is; time is bounded by the helper's limits. Recordings that
// would take longer than about a minute are looked over by their key frames alone.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/progress.hpp"
#include "fovea/media/video/video_info.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace fovea::media {

struct SampleRequest {
    std::size_t max_frames = 16;
    std::uint32_t max_edge = 1568;
    std::uint64_t max_pixels = UINT64_MAX;  // of all frames together; each gets its share
    std::chrono::milliseconds from{0};
    std::optional<std::chrono::milliseconds> to;
    VideoLimits limits = {};
    std::optional<VideoBudget> budget = {};  // none: that of the file's size
    Progress watching = {};                  // how far the recording was looked over
    Progress progress = {};                  // of the frames taken
};

struct SampledFrame {
    std::chrono::milliseconds time{0};  // from the beginning of the recording
    ImageType type = ImageType::Png;    // PNG for screens, JPEG for what a camera saw
    PixelSize size;
    Bytes file;
};

struct Sampled {
    VideoInfo info;
    std::size_t looked_at = 0;  // so many frames were compared
    std::vector<SampledFrame> frames;

    // Up to where it was seen, where it took more time than its size allows. None: all that was asked for.
    std::optional<std::chrono::milliseconds> seen_until = {};
};

// InvalidInput for a time range outside of the recording, and for a file that changes meanwhile.
Result<Sampled> sample_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const SampleRequest& request = {},
    const std::stop_token& stop = {}
);

// The longest edge that each of `frames` pictures may have.
std::uint32_t sample_edge(PixelSize size, std::size_t frames, const SampleRequest& request);

}  // namespace fovea::media
