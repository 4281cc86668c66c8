// Reads what `ffprobe -of compact` prints, line by line as it comes: a line for each packet, each
// stream, and the format.
//
//     ProbeLines lines;
//     lines.take("stream|index=0|codec_type=video|width=1280");
//     const VideoInfo info = TRY(lines.finish(limits));
//
// A two-hour recording has half a million packets; only their times are kept.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/video/video_info.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::media {

class ProbeLines {
public:
    void take(std::string_view line);

    // All but the container and its name.
    Result<VideoInfo> finish(const VideoLimits& limits) const;

    // When each picture is first shown, sorted, from the beginning of the recording.
    std::vector<std::chrono::milliseconds> starts() const;

private:
    // The packets of a stream, in seconds.
    struct Extent {
        std::uint64_t packets = 0;
        double first = 0;
        double end = 0;
        std::vector<double> starts = {};
    };
    struct Stream {
        std::uint32_t index = 0;
        std::string kind;
        std::string codec;
        PixelSize size;
        double pixel_aspect = 1;
        double fps = 0;
        double claimed_seconds = 0;
        double turn = 0;        // degrees
        bool is_cover = false;  // a picture on a recording of sound
        bool is_default = false;
        Transfer transfer = Transfer::Usual;
    };

    const Stream* picture() const;
    const Stream* sound() const;
    double beginning(const Extent& extent) const;
    bool is_cut_short(const Stream& stream, const Extent& extent) const;

    std::map<std::uint32_t, Extent> extents_;
    std::vector<Stream> streams_;
    double claimed_seconds_ = 0;
    std::optional<double> claimed_start_;
    std::size_t held_ = 0;  // starts of all streams
};

}  // namespace fovea::media
