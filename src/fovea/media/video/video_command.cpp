#include "fovea/media/video/video_command.hpp"

#include "fovea/media/small_file.hpp"
#include "fovea/media/worker/helper_error.hpp"

#include <chrono>
#include <utility>

namespace fovea::media {
namespace {

// The one demuxer that the first bytes ask for: ffmpeg would otherwise try playlists, slide shows
// and hundreds of formats that nobody sent.
std::string demuxer(VideoContainer container) {
    switch (container) {
        case VideoContainer::Mp4: return "mov";
        case VideoContainer::Matroska: return "matroska";
    }
    return "mov";
}

// A small file on which a program works for long was made for that: a table of edits that multiplies, one
// large picture told a hundred thousand times. Ten minutes of a still screen in 2 MB take 15 seconds.
constexpr std::chrono::seconds kSmallLooking{20};
constexpr std::chrono::seconds kSmallTaking{10};

void set_limits(
    sandbox::HelperLimits& limits, const VideoCommand& command, std::uint64_t file_bytes
) {
    const bool decodes = command.program != "ffprobe";
    if (file_bytes >= kSmallFile) {
        limits.max_memory = std::uint64_t{2} << 30;  // 4K frames, several in flight
        limits.cpu = std::chrono::seconds(300);
        limits.wall = std::chrono::seconds(600);
        return;
    }
    limits.max_memory = decodes ? std::uint64_t{1} << 30 : std::uint64_t{512} << 20;
    limits.cpu = std::chrono::seconds(decodes ? 30 : 5);
    limits.wall = std::chrono::seconds(60);
}

}  // namespace

VideoBudget budget_of(std::uint64_t file_bytes) {
    if (file_bytes >= kSmallFile) return {};
    return {kSmallLooking, kSmallTaking};
}

Error takes_too_long() {
    return {
        ErrorCode::DecodeFailed,
        "decoding the video takes longer than a file of its size should: no frame was seen in "
        "time"};
}

Result<sandbox::HelperDone> run_video_program(
    sandbox::HelperPrograms& helpers,
    const VideoCommand& command,
    const OpenFile& file,
    const std::stop_token& stop
) {
    sandbox::HelperCall call{.program = command.program, .package = "ffmpeg"};
    call.arguments = {"-hide_banner", "-v", "error"};
    const auto add = [&](const std::vector<std::string>& more) {
        call.arguments.insert(call.arguments.end(), more.begin(), more.end());
    };
    add(command.before_input);
    add(
        {"-protocol_whitelist",
         "file",
         "-f",
         demuxer(command.container),
         "-i",
         std::string(sandbox::kHelperInput)}
    );
    add(command.after_input);
    call.file = &file.descriptor();
    call.on_output = command.on_output;
    call.limits.max_output = command.max_output;
    call.limits.max_complaints = 4u << 20;  // times of frames come this way
    call.enough_after = command.enough_after;
    set_limits(call.limits, command, file.size());
    auto done = helpers.run(call, stop);
    if (!done) return helper_error(done.error(), ErrorCode::VideoNotSupported);
    if (done.value().exit_status.value_or(0) != 0) {
        return Error{
            ErrorCode::DecodeFailed,
            "the video is damaged: " + last_words(done.value().complaints, command.program)};
    }
    return std::move(done).value();
}

}  // namespace fovea::media
