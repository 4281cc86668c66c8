// Writes Gray8, Rgb8 and Rgba8 pictures as PNG.
//
//     Buffer out(png_encode_bound(picture.shape()));
//     const auto size = TRY(encode_png(picture, {}, out.bytes()));
//
// Fast and unfiltered is the choice for screens: about 2 GB/s, a tenth larger than zlib's default.
// Where neighbours differ a little everywhere, as in photographs, Adaptive makes the file a quarter
// smaller.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace fovea::media {

struct PngSettings {
    enum class Filter : std::uint8_t {
        None,
        Adaptive,  // Sub or Up for each row, by the smaller sum of absolute differences
    };
    enum class Effort : std::uint8_t {
        Fast,   // ISA-L, level 1
        Small,  // libdeflate, level 6: ten to twenty percent smaller for five to eight times the
                // time
    };

    Filter filter = Filter::None;
    Effort effort = Effort::Fast;
};

// LimitExceeded as soon as `out` is full; InvalidInput for other formats and for an empty picture.
Result<std::size_t> encode_png(
    const Picture& picture, const PngSettings& settings, std::span<std::byte> out
);

// Enough for any picture of that shape.
std::size_t png_encode_bound(const Shape& shape);

}  // namespace fovea::media
