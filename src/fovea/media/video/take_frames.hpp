// Frames of a recording at full size, once it is known which are wanted.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/open_file.hpp"
#include "fovea/media/video/glance.hpp"
#include "fovea/media/video/video_pass.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>

namespace fovea::media {

// Called for each in turn with the index of its glance, Rgb8; an error from it ends the work and is
// returned.
using OnTaken = std::function<Result<void>(std::size_t index, Picture)>;

enum class Taken { All, UntilLate };  // of a small file that takes long the last frames are missing

// The frames of these glances, in order, at the given size. Some of a damaged file may be missing.
Result<Taken> take_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    std::span<const Glance> glances,
    PixelSize size,
    const OnTaken& on_taken,
    const std::stop_token& stop
);

}  // namespace fovea::media
