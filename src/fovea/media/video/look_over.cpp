#include "fovea/media/video/look_over.hpp"

#include "fovea/media/video/glance_keeper.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// The number that a text begins with.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc() ? std::optional(number) : std::nullopt;
}

std::size_t expected_looks(const VideoView& view) {
    const auto steps = static_cast<double>(view.length / view.step);
    const double share = static_cast<double>(view.length.count()) /
                         static_cast<double>(std::max<std::int64_t>(view.info.duration.count(), 1));
    const double frames = share * static_cast<double>(view.info.frames);
    return static_cast<std::size_t>(std::clamp(std::min(steps, frames), 1.0, double(kMaxLooks)));
}

}  // namespace

std::vector<milliseconds> read_frame_times(std::string_view printed, std::size_t count) {
    constexpr std::string_view kStart = "frame:";
    constexpr std::string_view kTime = "pts_time:";
    std::vector<milliseconds> times(count);
    while (!printed.empty()) {
        const auto end = std::min(printed.find('\n'), printed.size());
        const auto line = printed.substr(0, end);
        printed.remove_prefix(std::min(end + 1, printed.size()));
        const auto at = line.find(kTime);
        if (!line.starts_with(kStart) || at == line.npos) continue;
        const auto number = number_in<std::size_t>(line.substr(kStart.size()));
        const auto seconds = number_in<double>(line.substr(at + kTime.size()));
        const bool known = seconds && std::isfinite(*seconds) && *seconds < 1e9;
        if (number && *number < count && known) {
            times[*number] = milliseconds(std::llround(*seconds * 1000));
        }
    }
    // Never backwards, whatever the file says.
    for (std::size_t i = 1; i < count; ++i) times[i] = std::max(times[i], times[i - 1]);
    return times;
}

Result<LookedOver> look_over(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoView& view,
    const std::stop_token& stop
) {
    const auto shape = glance_shape(view.info.size);
    GlanceKeeper keeper;
    const auto expected = expected_looks(view);
    const auto every = std::max<std::size_t>(expected / 100, 1);
    PictureCutter cutter(shape, [&](Picture picture) -> Result<void> {
        if (keeper.looks() > kMaxLooks) return {};
        TRY(keeper.look(std::move(picture)));
        if (view.progress && keeper.looks() % every == 0) {
            view.progress(std::min(keeper.looks(), expected), expected);
        }
        return {};
    });
    // The filter prints a time only for frames that carry some note, so each gets one.
    auto command = video_pass(
        view,
        scale_to(glance_size(view.info.size), "area") +
            ",format=yuv420p,metadata=mode=add:key=f:value=1,"
            "metadata=mode=print:direct=1:file=pipe\\\\:2"
    );
    command.max_output = static_cast<std::size_t>(shape.size.pixels()) * (kMaxLooks + 100);
    command.on_output = [&](ByteView piece) { return cutter.take(piece); };
    command.enough_after = view.budget.looking;
    const auto done = TRY(run_video_program(helpers, command, file, stop));
    if (cutter.error()) return *cutter.error();

    LookedOver looked{.glances = keeper.take(), .looks = keeper.looks()};
    const auto times = read_frame_times(done.complaints, looked.looks);
    for (Glance& glance : looked.glances) {
        glance.time = std::max(view.seek + times[glance.number], milliseconds::zero());
    }
    if (done.is_late && times.empty()) return takes_too_long();
    if (done.is_late) looked.until = view.seek + times.back();
    return looked;
}

}  // namespace fovea::media
