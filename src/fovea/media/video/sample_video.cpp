#include "fovea/media/video/sample_video.hpp"

#include "fovea/media/image/sniff.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

using std::chrono::milliseconds;

Result<PictureJob> begin_with(
    PictureWorkers& workers, std::span<const ByteView> files, const std::stop_token& stop
) {
    auto job = TRY(workers.begin(stop));
    auto room = job.input();
    for (const ByteView file : files) {
        if (file.size() > room.size()) {
            return Error{ErrorCode::FileTooLarge, "that does not fit into a worker's memory"};
        }
        std::ranges::copy(file, room.begin());
        room = room.subspan(file.size());
    }
    return job;
}

AnimationRequest animation_request(const SampleRequest& request) {
    AnimationRequest animation;
    animation.limits.max_pixels = request.limits.max_pixels;
    animation.max_frames = static_cast<std::uint32_t>(
        std::min<std::size_t>(request.max_frames, animation.limits.max_frames)
    );
    animation.max_edge = request.max_edge;
    animation.from_ms =
        static_cast<std::uint64_t>(std::max(request.from, milliseconds::zero()).count());
    if (request.to) {
        animation.to_ms =
            static_cast<std::uint64_t>(std::max(*request.to, milliseconds::zero()).count());
    }
    return animation;
}

VideoInfo info_of(const SampledAnimation& animation, const Sniffed& found) {
    VideoInfo info;
    info.mime = found.mime;
    info.duration = milliseconds(animation.duration_ms);
    info.size = animation.facts.size;
    info.frames = animation.facts.frames;
    const auto seconds = static_cast<double>(animation.duration_ms) / 1000;
    if (seconds > 0) info.fps = static_cast<double>(info.frames) / seconds;
    info.codec = animation.facts.type == ImageType::Gif ? "gif" : "webp";
    return info;
}

Result<Sampled> sample_picture(
    PictureWorkers& workers,
    const OpenFile& opened,
    const SampleRequest& request,
    const std::stop_token& stop
) {
    const auto file = TRY(opened.read_all(kMaxVideoBytesInMemory));
    const ByteView files[] = {file};
    auto job = TRY(begin_with(workers, files, stop));
    auto asked = animation_request(request);
    const auto found = sniff(file);
    auto animation = TRY(job.sample_animation(file.size(), asked, stop));
    // How many frames share the pixels is known only now.
    const auto edge = sample_edge(animation.facts.size, animation.frames.size(), request);
    if (edge < std::min(asked.max_edge, animation.facts.size.longest_edge())) {
        asked.max_edge = edge;
        animation = TRY(job.sample_animation(file.size(), asked, stop));
    }
    Sampled sampled{.info = info_of(animation, found), .looked_at = animation.looked_at};
    auto files_of_frames = TRY(job.frames(animation));
    for (std::size_t i = 0; i < animation.frames.size(); ++i) {
        const auto& frame = animation.frames[i];
        sampled.frames.push_back(
            {.time = milliseconds(frame.time_ms),
             .type = frame.type,
             .size = frame.size,
             .file = std::move(files_of_frames[i])}
        );
        if (request.progress) request.progress(i + 1, animation.frames.size());
    }
    return sampled;
}

}  // namespace

Result<Sampled> sample_video(
    const VideoReaders& readers,
    const OpenFile& file,
    const SampleRequest& request,
    const std::stop_token& stop
) {
    const auto type = sniff(file.head()).image;
    if (type != ImageType::Gif && type != ImageType::Webp) {
        return sample_frames(*TRY(readers.helpers()), file, request, stop);
    }
    if (request.max_frames == 0) {
        return Error{ErrorCode::InvalidInput, "at least one frame must be allowed"};
    }
    return sample_picture(*TRY(readers.workers()), file, request, stop);
}

Result<EncodedPicture> make_sheet(
    PictureWorkers& workers,
    std::span<const SampledFrame> frames,
    std::uint32_t max_edge,
    const std::stop_token& stop
) {
    SheetRequest request{.max_edge = max_edge};
    std::vector<ByteView> files;
    for (const SampledFrame& frame : frames) {
        files.emplace_back(frame.file);
        request.cells.push_back(
            {frame.file.size(), time_label(static_cast<std::uint64_t>(frame.time.count()))}
        );
    }
    if (frames.size() > kMaxSheetCells) {
        return Error{
            ErrorCode::LimitExceeded,
            "a sheet holds " + std::to_string(kMaxSheetCells) + " pictures, not " +
                std::to_string(frames.size())};
    }
    auto job = TRY(begin_with(workers, files, stop));
    const auto sheet = TRY(job.contact_sheet(request, stop));
    return EncodedPicture{sheet.type, TRY(job.sheet(sheet))};
}

}  // namespace fovea::media
