// Writes a picture as JPEG.
//
// Gray8 stays gray; Ycc8 is written from its planes as they are, at its own chroma resolution; Rgb8
// and Rgba8 are converted, the latter laid on white, at the chroma resolution of the settings.
// Cmyk8 is InvalidInput. No metadata.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <span>

namespace fovea::media {

struct JpegSettings {
    int quality = 85;             // 1 to 100
    Subsampling chroma = {2, 2};  // of pictures that come as RGB
    bool progressive = false;
    bool optimise = false;  // Huffman tables of its own: a few percent smaller, half as fast
};

Result<std::size_t> encode_jpeg(
    const Picture& picture, const JpegSettings& settings, std::span<std::byte> out
);

}  // namespace fovea::media
