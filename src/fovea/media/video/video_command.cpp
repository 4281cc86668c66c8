#include "fovea/media/video/video_command.hpp"

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

}  // namespace

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
    call.limits.max_complaints = 4u << 20;            // times of frames come this way
    call.limits.max_memory = std::uint64_t{2} << 30;  // 4K frames, several in flight
    call.limits.cpu = std::chrono::seconds(300);
    call.limits.wall = std::chrono::seconds(600);
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
