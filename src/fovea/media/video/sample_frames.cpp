#include "fovea/media/video/sample_frames.hpp"

#include "fovea/media/transform/encode_picture.hpp"
#include "fovea/media/transform/fit.hpp"
#include "fovea/media/video/choose_frames.hpp"
#include "fovea/media/video/look_over.hpp"
#include "fovea/media/video/probe_video.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

// Longer ones would be decoded for minutes to find a few frames.
constexpr milliseconds kLong{10 * 60'000};

// Fewer key frames than this say nothing about a long recording.
constexpr std::size_t kFewGlances = 8;

std::string clock_text(milliseconds time) {
    return std::to_string(time.count() / 1000) + "." + std::to_string(time.count() % 1000 / 100) +
           " s";
}

Result<VideoView> view_of(const VideoInfo& info, const SampleRequest& request) {
    const auto end = std::min(request.to.value_or(info.duration), info.duration);
    const auto range = "; the video runs from 0 to " + clock_text(info.duration);
    if (request.from < milliseconds::zero() || request.from > info.duration) {
        return Error{
            ErrorCode::InvalidInput, "there is nothing at " + clock_text(request.from) + range};
    }
    if (request.to && *request.to <= request.from) {
        return Error{
            ErrorCode::InvalidInput,
            "the time from " + clock_text(request.from) + " to " + clock_text(*request.to) +
                " runs backwards" + range};
    }
    VideoView view{.info = info, .from = request.from, .length = end - request.from};
    view.step = std::max(kGlanceStep, view.length / kMaxGlances);
    view.key_frames_only = view.length > kLong;
    return view;
}

Result<std::vector<Glance>> glances_of(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    VideoView& view,
    const std::stop_token& stop
) {
    auto glances = TRY(look_over(helpers, file, view, stop));
    if (view.key_frames_only && glances.size() < kFewGlances) {
        view.key_frames_only = false;
        glances = TRY(look_over(helpers, file, view, stop));
    }
    if (glances.empty()) {
        return Error{
            ErrorCode::DecodeFailed, "the video is damaged: none of its pictures can be decoded"};
    }
    return glances;
}

Result<Sampled> sample(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const SampleRequest& request,
    const std::stop_token& stop
) {
    Sampled sampled;
    sampled.info = TRY(probe_video(helpers, file, request.limits, stop));
    auto view = TRY(view_of(sampled.info, request));
    const auto glances = TRY(glances_of(helpers, file, view, stop));
    const auto chosen = TRY(choose_frames(glances, request.max_frames));
    sampled.looked_at = glances.size();

    const auto size =
        fit_within(sampled.info.size, sample_edge(sampled.info.size, chosen.size(), request));
    const auto keep = [&](Picture picture) -> Result<void> {
        if (sampled.frames.size() >= chosen.size()) return {};
        auto encoded = TRY(encode_picture(picture));
        sampled.frames.push_back(
            {.time = glances[chosen[sampled.frames.size()]].time,
             .type = encoded.type,
             .size = size,
             .file = std::move(encoded.file)}
        );
        if (request.progress) request.progress(sampled.frames.size(), chosen.size());
        return {};
    };
    TRY(take_frames(helpers, file, view, chosen, size, keep, stop));
    if (sampled.frames.empty()) {
        return Error{ErrorCode::DecodeFailed, "the video is damaged: no picture could be taken"};
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
