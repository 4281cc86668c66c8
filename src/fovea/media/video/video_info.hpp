// What a recording is, and what one may cost.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::media {

// Of recordings that come as bytes (from a URL, through a pipe) and of animations, all of which pass
// through memory.
inline constexpr std::size_t kMaxVideoBytesInMemory = 256u << 20;

enum class VideoContainer : std::uint8_t { Mp4, Matroska };

// How brightness is written: as on every screen, or in one of the ways of HDR, which look grey where
// nobody knows of them. Telephones record so.
enum class Transfer : std::uint8_t { Usual, Pq, Hlg };

struct VideoLimits {
    // Looked at where it lies, so this bounds time alone: ffprobe passes over every byte.
    std::uint64_t max_bytes = std::uint64_t{4} << 30;
    std::uint64_t max_pixels = 40'000'000;  // of a frame; 8K has 33 million
    std::chrono::seconds max_duration{12 * 3600};
};

// Of processor time, for looking a recording over and for taking its frames: what was seen by then is what there is.
// None for files that are not small: what they cost was paid for by their size.
struct VideoBudget {
    std::optional<std::chrono::milliseconds> looking;
    std::optional<std::chrono::milliseconds> taking;
};

struct VideoInfo {
    VideoContainer container = VideoContainer::Mp4;
    std::string_view mime;                  // "video/mp4"
    std::chrono::milliseconds duration{0};  // to the end of the last picture
    PixelSize size;                         // as it is shown: upright, with square pixels
    std::uint64_t frames = 0;
    double fps = 0;     // on average
    std::string codec;  // of the picture: "h264"
    Transfer transfer = Transfer::Usual;
    bool has_sound = false;
    std::string sound_codec;   // "aac"; empty without sound
    std::uint32_t stream = 0;  // the picture's number within the file
    bool cut_short = false;    // the file says that it is longer than what is in it

    bool operator==(const VideoInfo&) const = default;
};

}  // namespace fovea::media
