#include "fovea/media/video/look_over.hpp"

#include "fovea/media/video/video_command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

std::string seconds_text(milliseconds time) {
    const auto rest = std::to_string(time.count() % 1000);
    return std::to_string(time.count() / 1000) + "." + std::string(3 - rest.size(), '0') + rest;
}

// Cuts a stream of bytes into pictures of one size.
class PictureCutter {
public:
    PictureCutter(Shape shape, OnFrame on_frame)
        : shape_(shape), on_frame_(std::move(on_frame)), picture_(shape) {}

    sandbox::Flow take(ByteView piece) {
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

    const std::optional<Error>& error() const { return error_; }

private:
    Shape shape_;
    OnFrame on_frame_;
    Picture picture_;
    std::size_t filled_ = 0;
    std::optional<Error> error_;
};

// What both passes have in common, so that a frame has the same number in both.
VideoCommand command_for(const VideoView& view, const std::string& more_filters) {
    VideoCommand command{.program = "ffmpeg", .container = view.info.container};
    command.before_input = {"-nostdin", "-threads", "2"};
    const auto before = [&](std::vector<std::string> more) {
        command.before_input.insert(command.before_input.end(), more.begin(), more.end());
    };
    if (view.key_frames_only) before({"-skip_frame", "nokey"});
    if (view.from > milliseconds::zero()) before({"-ss", seconds_text(view.from)});
    // A frame that begins right at the end still belongs to it.
    before({"-t", seconds_text(view.length + milliseconds(1))});
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

}  // namespace

std::vector<milliseconds> read_frame_times(std::string_view printed) {
    constexpr std::string_view kStart = "frame:";
    constexpr std::string_view kTime = "pts_time:";
    std::vector<milliseconds> times;
    while (!printed.empty()) {
        const auto end = std::min(printed.find('\n'), printed.size());
        auto line = printed.substr(0, end);
        printed.remove_prefix(std::min(end + 1, printed.size()));
        const auto at = line.find(kTime);
        if (!line.starts_with(kStart) || at == line.npos) continue;
        line.remove_prefix(at + kTime.size());
        double seconds = 0;
        const auto read = std::from_chars(line.data(), line.data() + line.size(), seconds);
        const bool known = read.ec == std::errc() && std::isfinite(seconds) && seconds < 1e9;
        const auto before = times.empty() ? milliseconds::zero() : times.back();
        const milliseconds time(known ? std::llround(seconds * 1000) : 0);
        times.push_back(std::max(time, before));  // never backwards, whatever the file says
    }
    return times;
}

Result<std::vector<Glance>> look_over(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    const std::stop_token& stop
) {
    const auto shape = glance_shape(view.info.size);
    std::vector<Glance> glances;
    PictureCutter cutter(shape, [&](Picture picture) -> Result<void> {
        if (glances.size() < kMaxGlances) {
            glances.push_back({milliseconds::zero(), std::move(picture)});
        }
        return {};
    });
    // The filter prints a time only for frames that carry some note, so each gets one.
    auto command = command_for(
        view,
        scale_to(glance_size(view.info.size), "area") +
            ",format=yuv420p,metadata=mode=add:key=f:value=1,"
            "metadata=mode=print:file=pipe\\\\:2"
    );
    command.max_output = static_cast<std::size_t>(shape.size.pixels()) * (kMaxGlances + 100);
    command.on_output = [&](ByteView piece) { return cutter.take(piece); };
    const auto done = TRY(run_video_program(helpers, command, file, stop));

    const auto times = read_frame_times(done.complaints);
    glances.resize(std::min(glances.size(), times.size()));
    for (std::size_t i = 0; i < glances.size(); ++i) glances[i].time = view.from + times[i];
    return glances;
}

Result<void> take_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    std::span<const std::size_t> indices,
    PixelSize size,
    const OnFrame& on_frame,
    const std::stop_token& stop
) {
    std::string wanted;
    for (const auto index : indices) {
        wanted += (wanted.empty() ? "eq(n," : "+eq(n,") + std::to_string(index) + ")";
    }
    PictureCutter cutter(Shape::of(size, PixelFormat::Rgb8), on_frame);
    auto command =
        command_for(view, "select='" + wanted + "'," + scale_to(size, "lanczos") + ",format=rgb24");
    command.max_output = static_cast<std::size_t>(size.pixels()) * 3 * indices.size() + 1;
    command.on_output = [&](ByteView piece) { return cutter.take(piece); };
    // Nothing behind the last one has to be decoded.
    command.after_input.insert(
        command.after_input.begin(), {"-frames:v", std::to_string(indices.size())}
    );
    TRY(run_video_program(helpers, command, file, stop));
    if (cutter.error()) return *cutter.error();
    return {};
}

}  // namespace fovea::media
