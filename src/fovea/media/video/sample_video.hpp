// Whatever moves, to a few frames: recordings by ffmpeg, animated GIF and WebP by our own workers
// (M1, M10).
//
//     const Sampled seen = TRY(sample_video(readers, file, {.max_frames = 16}, stop));
//     const EncodedPicture sheet = TRY(make_sheet(workers, seen.frames, 1568, stop));
//
// A caller asks here; sample_frames.hpp says what is promised.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/transform/encode_picture.hpp"
#include "fovea/media/video/sample_frames.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>

namespace fovea::media {

// Each is asked for only when there is something for it to read; what it gives outlives the call.
struct VideoReaders {
    std::function<Result<sandbox::HelperPrograms*>()> helpers;
    std::function<Result<PictureWorkers*>()> workers;
};

Result<Sampled> sample_video(
    const VideoReaders& readers,
    const OpenFile& file,
    const SampleRequest& request = {},
    const std::stop_token& stop = {}
);

// The frames on one picture, each with its time, for a model that takes few pictures.
Result<EncodedPicture> make_sheet(
    PictureWorkers& workers,
    std::span<const SampledFrame> frames,
    std::uint32_t max_edge,
    const std::stop_token& stop = {}
);

}  // namespace fovea::media
