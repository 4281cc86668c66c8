#include "fovea/media/video/video_pass.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

std::string seconds_text(milliseconds time) {
    const auto rest = std::to_string(time.count() % 1000);
    return std::to_string(time.count() / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
}

}  // namespace

PictureCutter::PictureCutter(Shape shape, OnFrame on_frame)
    : shape_(shape), on_frame_(std::move(on_frame)), picture_(shape) {}

sandbox::Flow PictureCutter::take(ByteView piece) {
    const auto whole = picture_.stride() * shape_.size.height;
    while (!piece.empty()) {
        const auto count = std::min(piece.size(), whole - filled_);
        std::memcpy(picture_.row(0) + filled_, piece.data(), count);
        piece = piece.subspan(count);
        filled_ += count;
        if (filled_ < whole) continue;
        filled_ = 0;
        auto handled = on_frame_(std::exchange(picture_, Picture(shape_)));
        if (handled.ok()) continue;
        error_ = std::move(handled).error();
        return sandbox::Flow::Stop;
    }
    return sandbox::Flow::Continue;
}

VideoCommand video_pass(const VideoView& view, const std::string& more_filters) {
    VideoCommand command{.program = "ffmpeg", .container = view.info.container};
    command.before_input = {"-nostdin", "-threads", "2"};
    const auto before = [&](std::vector<std::string> more) {
        command.before_input.insert(command.before_input.end(), more.begin(), more.end());
    };
    if (view.key_frames_only) before({"-skip_frame", "nokey"});
    if (view.seek > milliseconds::zero()) before({"-ss", seconds_text(view.seek)});
    // A frame that begins right at the end still belongs to it.
    before({"-t", seconds_text(view.from - view.seek + view.length + milliseconds(1))});
    // A little less than the step, because times are rounded: at ten frames a second and a step of
    // a tenth, every frame is wanted.
    const auto step = seconds_text(std::max(view.step - milliseconds(5), milliseconds(1)));
    command.after_input = {
        "-map",
        "0:" + std::to_string(view.info.stream),
        "-vf",
        "select='isnan(prev_selected_t)+gte(t-prev_selected_t," + step + ")'," + more_filters,
        "-vsync",
        "passthrough",
        "-f",
        "rawvideo",
        "-"};
    return command;
}

std::string scale_to(PixelSize size, const char* kernel) {
    return "scale=" + std::to_string(size.width) + ":" + std::to_string(size.height) +
           ":flags=" + kernel;
}

}  // namespace fovea::media
