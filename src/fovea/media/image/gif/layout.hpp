// A whole GIF file taken apart: its frames, in order, and where it ends. Refuses what goes over the
// limits before anything is decoded.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/gif/blocks.hpp"

#include <cstddef>
#include <vector>

namespace fovea::media {

struct GifLayout {
    PixelSize canvas;
    std::vector<GifImage> frames;  // at least one
    std::size_t end = 0;           // behind the trailer

    // LimitExceeded when the first `count` frames have more pixels together than a call may decode.
    Result<void> check_work(std::size_t count, const Limits& limits) const;
};

Result<GifLayout> read_gif_layout(ByteView file, const Limits& limits);

}  // namespace fovea::media
