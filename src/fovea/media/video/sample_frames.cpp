#include "fovea/media/video/sample_frames.hpp"

#include "fovea/media/transform/encode_picture.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/video/choose_frames.hpp"
#include "fovea/media/video/look_over.hpp"
#include "fovea/media/video/probe_video.hpp"
#include "fovea/media/video/take_frames.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// Whatever takes longer is looked over by its key frames: nobody waits minutes for a few frames.
constexpr double kMaxWatchSeconds = 60;

// Of one processor, roughly: pixels that stand still cost little, and bits cost what changes.
double seconds_to_watch(const VideoInfo& info, std::uint64_t bytes, double share) {
    constexpr double kPixelsASecond = 1.2e9;
    constexpr double kBitsASecond = 60e6;
    const bool is_dear = info.codec == "hevc" || info.codec == "vp9" || info.codec == "av1";
    const double pixels =
        static_cast<double>(info.frames) * static_cast<double>(info.size.pixels());
    const double seconds = pixels / kPixelsASecond + static_cast<double>(bytes) * 8 / kBitsASecond;
    return share * seconds * (is_dear ? 2 : 1);
}

// Fewer key frames than this say nothing about a long recording.
constexpr std::size_t kFewLooks = 8;

std::string clock_text(milliseconds time) {
    return std::to_string(time.count() / 1000) + "." + std::to_string(time.count() % 1000 / 100) +
           " s";
}

// Where to begin so that what is shown at a moment is seen: recordings of screens may have a frame
// a minute. A little early, because times are rounded.
milliseconds begin_of_shown(const std::vector<milliseconds>& starts, milliseconds moment) {
    const auto after = std::ranges::upper_bound(starts, moment);
    if (after == starts.begin()) return moment;
    return std::max(*std::prev(after) - milliseconds(1), milliseconds::zero());
}

Result<VideoView> view_of(
    const ProbedVideo& probed, std::uint64_t bytes, const SampleRequest& request
) {
    const auto& info = probed.info;
    const auto end = std::min(request.to.value_or(info.duration), info.duration);
    const auto range = "; the video goes from 0 to " + clock_text(info.duration);
    if (request.from < milliseconds::zero() || request.from > info.duration) {
        return Error{
            ErrorCode::InvalidInput, "there is nothing at " + clock_text(request.from) + range};
    }
    if (request.to && *request.to <= request.from) {
        return Error{
            ErrorCode::InvalidInput,
            "the time from " + clock_text(request.from) + " to " + clock_text(*request.to) +
                " is in the wrong order: the start must come first" + range};
    }
    VideoView view{.info = info, .from = request.from, .length = end - request.from};
    view.seek = begin_of_shown(probed.starts, request.from);
    view.progress = request.watching;
    view.budget = request.budget.value_or(budget_of(bytes));
    view.step = std::max(kGlanceStep, view.length / kMaxLooks);
    const double share = static_cast<double>(view.length.count()) /
                         static_cast<double>(std::max<std::int64_t>(info.duration.count(), 1));
    view.key_frames_only = seconds_to_watch(info, bytes, share) > kMaxWatchSeconds;
    return view;
}

Result<LookedOver> looks_of(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    VideoView& view,
    const std::stop_token& stop
) {
    auto looked = TRY(look_over(helpers, file, view, stop));
    if (view.key_frames_only && looked.looks < kFewLooks) {
        view.key_frames_only = false;
        looked = TRY(look_over(helpers, file, view, stop));
    }
    if (looked.glances.empty()) {
        return Error{
            ErrorCode::DecodeFailed, "the video is damaged: none of its frames can be decoded"};
    }
    return looked;
}

// ffmpeg prints six digits of a time, which are tenths of a second after three hours.
void make_exact(std::vector<Glance>& glances, const std::vector<milliseconds>& starts) {
    for (Glance& glance : glances) {
        const auto after = std::ranges::lower_bound(starts, glance.time);
        auto nearest = milliseconds::max();
        if (after != starts.end()) nearest = *after;
        if (after != starts.begin()) {
            const auto before = *std::prev(after);
            if (glance.time - before <= nearest - glance.time) nearest = before;
        }
        if (std::chrono::abs(nearest - glance.time) < kGlanceStep) glance.time = nearest;
    }
}

Result<Sampled> sample(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const SampleRequest& request,
    const std::stop_token& stop
) {
    Sampled sampled;
    const auto probed = TRY(probe_frames(helpers, file, request.limits, stop));
    sampled.info = probed.info;
    auto view = TRY(view_of(probed, file.size(), request));
    auto looked = TRY(looks_of(helpers, file, view, stop));
    make_exact(looked.glances, probed.starts);
    std::vector<Glance> chosen;
    for (const auto index : TRY(choose_frames(looked.glances, request.max_frames))) {
        chosen.push_back(std::move(looked.glances[index]));
    }
    sampled.looked_at = looked.looks;
    sampled.seen_until = looked.until;

    const auto size =
        fit_within(sampled.info.size, sample_edge(sampled.info.size, chosen.size(), request));
    const auto keep = [&](std::size_t index, Picture picture) -> Result<void> {
        if (index >= chosen.size()) return {};
        auto encoded = TRY(encode_picture(picture));
        sampled.frames.push_back(
            {.time = std::max(chosen[index].time, request.from),
             .type = encoded.type,
             .size = size,
             .file = std::move(encoded.file)}
        );
        if (request.progress) request.progress(index + 1, chosen.size());
        return {};
    };
    const auto taken = TRY(take_frames(helpers, file, view, chosen, size, keep, stop));
    if (taken == Taken::UntilLate && sampled.frames.empty()) return takes_too_long();
    if (taken == Taken::UntilLate) sampled.seen_until = sampled.frames.back().time;
    if (sampled.frames.empty()) {
        return Error{ErrorCode::DecodeFailed, "the video is damaged: no frame could be extracted"};
    }
    return sampled;
}

}  // namespace

std::uint32_t sample_edge(PixelSize size, std::size_t frames, const SampleRequest& request) {
    const double share = static_cast<double>(request.max_pixels) /
                         static_cast<double>(std::max<std::size_t>(frames, 1));
    const double scale = std::sqrt(share / static_cast<double>(size.pixels()));
    const double edge = std::min(scale * size.longest_edge(), double(request.max_edge));
    return static_cast<std::uint32_t>(std::clamp(edge, 16.0, 16'384.0));
}

Result<Sampled> sample_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const SampleRequest& request,
    const std::stop_token& stop
) {
    if (request.max_frames == 0) {
        return Error{ErrorCode::InvalidInput, "at least one frame must be allowed"};
    }
    auto sampled = sample(helpers, file, request, stop);
    TRY(file.check_unchanged());  // or nobody knows of which file this is, nor why it failed
    return sampled;
}

}  // namespace fovea::media
