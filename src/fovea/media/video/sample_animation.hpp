// The frames of an animated GIF or WebP that show what happens in it: what sample_frames() is for
// recordings, by our own decoders (M1, M10).
//
// Runs only inside a worker. One frame of a still picture is an animation of one frame.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/image_info.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/transform/prepare.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::media {

struct AnimationRequest {
    Limits limits;
    std::uint32_t max_frames = 16;
    std::uint32_t max_edge = 1568;
    std::uint64_t from_ms = 0;
    std::uint64_t to_ms = UINT64_MAX;
};

struct AnimationFrame {
    std::uint64_t time_ms = 0;  // when it is first shown, the first time around
    PixelSize size;
    ImageType type = ImageType::Png;
    std::size_t bytes = 0;

    bool operator==(const AnimationFrame&) const = default;
};

struct SampledAnimation {
    PictureFacts facts;
    std::uint64_t duration_ms = 0;       // of one time around
    std::uint32_t looked_at = 0;         // so many frames were compared
    std::vector<AnimationFrame> frames;  // their files lie in `out`, one behind the other

    bool operator==(const SampledAnimation&) const = default;
};

// InvalidInput for a time range outside, UnsupportedFileType for other files.
Result<SampledAnimation> sample_animation(
    ByteView file, const AnimationRequest& request, std::span<std::byte> out
);

}  // namespace fovea::media
