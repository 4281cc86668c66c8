// Numbers on a picture, so that a person or a model can say which part is meant: a thin outline around
// each part, and a small tag with its number where it hides as little as possible.
//
//     const auto marks = place_marks(size, parts, words);      // in the program: geometry alone
//     const Picture drawn = draw_marks(picture, marks);        // inside a worker
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::media {

// What a job's message has room for; numbers of more could hardly be told apart anyway.
constexpr std::size_t kMaxMarks = 800;

struct NumberMark {
    PixelRect box;  // of the part
    PixelRect tag;  // of the number; as high as its digits times a whole number
    std::uint32_t number = 0;

    bool operator==(const NumberMark&) const = default;
};

struct MarkedPart {
    PixelRect box;
    std::uint32_t number = 0;
};

// At most kMaxMarks, the first ones. `clear` is what tags had better not hide: the words. Tags grow with the words,
// so that they can be read on a picture of three pixels to a point.
std::vector<NumberMark> place_marks(
    const PixelSize& size, std::span<const MarkedPart> parts, std::span<const PixelRect> clear
);

// A copy as Rgb8. What lies outside of the picture is left out.
Picture draw_marks(const Picture& picture, std::span<const NumberMark> marks);

}  // namespace fovea::media
