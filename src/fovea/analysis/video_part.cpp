// A recording for a model: as it is, or as frames with their times.
#include "fovea/analysis/frames.hpp"
#include "fovea/analysis/part_builder.hpp"
#include "fovea/config/provider_kinds.hpp"
#include "fovea/media/video/probe_video.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fovea::analysis {
namespace {

// Beyond that a model loses count, and the answer gets dearer than watching.
constexpr std::size_t kMaxFrames = 24;

// With room for fewer, frames go together on one picture.
constexpr std::size_t kFewPictures = 4;
constexpr std::size_t kSheetFrames = 16;

// Requests with larger bodies have to upload their files first.
constexpr std::uint64_t kMaxInlineBytes = 14u << 20;  // 20 MB with base64 and the rest

Result<bool> goes_whole(const PartBuilder& to, const Material& file) {
    const bool takes_video =
        to.target.can.video.value && config::facts_of_kind(to.target.kind).carries_video;
    if (!takes_video || to.scope.from || to.scope.to) return false;
    const auto* blob = content::blob_of(file.source);
    if (blob == nullptr) return true;
    const auto size =
        file.recording ? file.recording->size() : TRY(to.services.documents.blobs.size(*blob));
    return size <= kMaxInlineBytes && file.mime.starts_with("video/");
}

// Among the blobs, where whoever sends it reads it.
Result<content::FileRef> stored_source(const PartBuilder& to, const Material& file) {
    if (!file.recording) return file.source;
    const content::FileRef stored =
        TRY(to.services.documents.blobs.put_file(file.recording->descriptor()));
    TRY(file.recording->check_unchanged());
    return stored;
}

std::string range_line(const Scope& scope, std::chrono::milliseconds duration) {
    auto line = "a recording of " + time_text(duration);
    if (!scope.from && !scope.to) return line;
    return line + ", from " + time_text(scope.from.value_or(std::chrono::milliseconds{0})) +
           " to " + time_text(std::min(scope.to.value_or(duration), duration));
}

}  // namespace

Result<void> add_video(PartBuilder& to, const Material& file) {
    if (TRY(goes_whole(to, file))) {
        to.say(to.heading + ", a recording:");
        auto source = TRY(stored_source(to, file));
        to.parts.blocks.emplace_back(content::VideoBlock{
            std::move(source), file.mime, file.filename});
        to.parts.durations[to.file] = media::VideoLimits{}.max_duration;  // nobody looked
        return {};
    }
    if (content::blob_of(file.source) == nullptr) {
        return Error{
            ErrorCode::VideoNotSupported,
            to.target.name +
                " cannot open this address; give the file, or ask a model that takes video"};
    }
    if (to.room == 0) {
        return Error{ErrorCode::LimitExceeded, to.target.name + " takes fewer pictures at once"};
    }
    const bool few = to.room < kFewPictures;
    const auto sampled = TRY(frames_of(
        file,
        {.max_frames = few ? kSheetFrames : std::min(kMaxFrames, to.room),
         .max_edge = to.max_edge(),
         .from = to.scope.from.value_or(std::chrono::milliseconds{0}),
         .to = to.scope.to,
         .watching = to.scope.progress_of(Stage::Watching),
         .taking = to.scope.progress_of(Stage::Frames)},
        to.services.documents,
        to.stop
    ));
    to.parts.durations[to.file] = sampled.duration;
    if (sampled.cut_short) {
        to.parts.notes.push_back("the recording is cut short: it says that it is longer");
    }
    if (sampled.seen_until) to.parts.notes.push_back(seen_until_note(*sampled.seen_until));
    to.say(fmt::format(
        "{}, {}, as {} frames that show what happens in it:",
        to.heading,
        range_line(to.scope, sampled.duration),
        sampled.frames.size()
    ));
    if (few && sampled.frames.size() > to.room) {
        to.say("They stand row by row on one picture, each below its time:");
        to.show(TRY(sheet_of(sampled, to.max_edge(), to.services.documents, to.stop)), {});
        to.parts.notes.push_back(
            fmt::format("seen as {} small frames on one picture", sampled.frames.size())
        );
        return {};
    }
    for (const auto& frame : sampled.frames) {
        to.say("At " + time_text(frame.time) + ":");
        const auto width = std::max<std::uint32_t>(frame.image.size.width, 1);
        to.show(
            frame.image,
            {.time = frame.time, .scale = static_cast<double>(sampled.size.width) / width}
        );
    }
    to.parts.notes.push_back(fmt::format(
        "seen as {} frames: {} does not take this kind of video",
        sampled.frames.size(),
        to.target.name
    ));
    return {};
}

}  // namespace fovea::analysis
