#include "fovea/media/video/probe_video.hpp"

#include "fovea/media/image/sniff.hpp"
#include "fovea/media/video/probe_lines.hpp"
#include "fovea/media/video/video_command.hpp"

#include <string>
#include <utility>

namespace fovea::media {
namespace {

constexpr std::size_t kMaxLine = 4096;

// Pieces of any size to lines.
class LineCutter {
public:
    explicit LineCutter(ProbeLines& lines) : lines_(lines) {}

    sandbox::Flow take(ByteView piece) {
        pending_ += as_text(piece);
        std::string_view rest = pending_;
        for (auto end = rest.find('\n'); end != rest.npos; end = rest.find('\n')) {
            lines_.take(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        pending_.erase(0, pending_.size() - rest.size());
        return pending_.size() > kMaxLine ? sandbox::Flow::Stop : sandbox::Flow::Continue;
    }

private:
    ProbeLines& lines_;
    std::string pending_;
};

}  // namespace

std::optional<VideoContainer> video_container(ByteView head) {
    const auto mime = sniff(head).mime;
    if (mime == "video/mp4" || mime == "video/quicktime") return VideoContainer::Mp4;
    if (mime == "video/webm") return VideoContainer::Matroska;
    return std::nullopt;
}

Result<ProbedVideo> probe_frames(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoLimits& limits,
    const std::stop_token& stop
) {
    const auto container = video_container(file.head());
    const auto found = sniff(file.head());
    if (!container) {
        if (file.size() == 0) return refusal(found, 0);
        return Error{
            ErrorCode::UnsupportedFileType,
            "this is " + std::string(found.name) + " (" + std::string(found.mime) +
                "), not an MP4, MOV, WebM or Matroska video"};
    }
    if (file.size() > limits.max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "the video has " + std::to_string(file.size()) + " bytes, the limit is " +
                std::to_string(limits.max_bytes)};
    }
    ProbeLines lines;
    LineCutter cutter(lines);
    TRY(run_video_program(
        helpers,
        {.program = "ffprobe",
         .before_input = {},
         .after_input =
             {"-show_entries",
              "packet=stream_index,pts_time,duration_time:format=duration,start_time:"
              "stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,avg_frame_rate,"
              "color_transfer,"
              "duration:stream_disposition=attached_pic,default:stream_side_data=rotation",
              "-of",
              "compact"},
         .container = *container,
         .max_output = 512u << 20,
         .on_output = [&](ByteView piece) { return cutter.take(piece); }},
        file,
        stop
    ));
    auto info = TRY(lines.finish(limits));
    info.container = *container;
    info.mime = found.mime;
    return ProbedVideo{std::move(info), lines.starts()};
}

Result<VideoInfo> probe_video(
    sandbox::HelperPrograms& helpers,
    const OpenFile& file,
    const VideoLimits& limits,
    const std::stop_token& stop
) {
    return TRY(probe_frames(helpers, file, limits, stop)).info;
}

}  // namespace fovea::media
