// One pass of ffmpeg over a part of a recording: which frames it shows, and pictures out of what it
// writes. Passes over the same view show the same frames in the same order.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/progress.hpp"
#include "fovea/media/video/glance.hpp"
#include "fovea/media/video/video_command.hpp"
#include "fovea/media/video/video_info.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace fovea::media {

// How a recording is looked over. The same view gives the same frames each time.
struct VideoView {
    const VideoInfo& info;
    std::chrono::milliseconds from{0};
    std::chrono::milliseconds seek{0};  // not after `from`: the beginning of what is shown there
    std::chrono::milliseconds length{0};
    std::chrono::milliseconds step = kGlanceStep;
    bool key_frames_only = false;
    VideoBudget budget = {};
    Progress progress = {};  // of the looks that are expected; a hundred times at most
};

// Called for each frame in turn, Rgb8; an error from it ends the work and is returned.
using OnFrame = std::function<Result<void>(Picture)>;

// Cuts a stream of bytes into pictures of one size.
class PictureCutter {
public:
    PictureCutter(Shape shape, OnFrame on_frame);

    sandbox::Flow take(ByteView piece);

    const std::optional<Error>& error() const { return error_; }

private:
    Shape shape_;
    OnFrame on_frame_;
    Picture picture_;
    std::size_t filled_ = 0;
    std::optional<Error> error_;
};

// Raw pictures of the frames that the view shows, after these filters.
VideoCommand video_pass(const VideoView& view, const std::string& more_filters);

std::string scale_to(PixelSize size, const char* kernel);

}  // namespace fovea::media
