// A picture with frames drawn around some of its parts, so that a person sees which ones are meant.
//
// Runs only inside a worker.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/compare/number_marks.hpp"
#include "fovea/media/image/limits.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fovea::media {

// More frames than this hide the picture; the rest is left out.
constexpr std::size_t kMaxFrames = 2000;

struct FrameRequest {
    Limits limits;
    std::vector<PixelRect> boxes;  // pixels of the upright picture
    std::vector<NumberMark> marks = {};
};

struct Framed {
    PixelSize size;
    std::size_t bytes = 0;  // of the PNG written to `out`

    bool operator==(const Framed&) const = default;
};

// What of a box lies outside of the picture is cut off.
Result<Framed> frame(ByteView file, const FrameRequest& request, std::span<std::byte> out);

}  // namespace fovea::media
