// Writes a picture as WebP. Ten to forty times slower than JPEG, so only where it was asked for.
//
// Lossy takes Gray8, Rgb8, Rgba8 (transparency kept) and Ycc8 with chroma at half resolution both
// ways; lossless takes all of these but Ycc8. What cannot be taken is InvalidInput. No metadata.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <span>

namespace fovea::media {

struct WebpSettings {
    bool lossless = false;
    float quality = 80;  // 0 to 100; when lossless, the effort spent on size
    int method = 2;      // 0 to 6, fast to small
};

Result<std::size_t> encode_webp(
    const Picture& picture, const WebpSettings& settings, std::span<std::byte> out
);

}  // namespace fovea::media
