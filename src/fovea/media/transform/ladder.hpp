// Which encodings to try, best first, until one fits the bytes (M5).
//
// Flat screens stay lossless: a PNG of one is as fast to make and as small as a good JPEG, and its
// text stays sharp. Photographs become JPEG. In between are screens full of photographs, whose PNG
// would be several times the size: JPEG at high quality without chroma subsampling.
#pragma once

#include "fovea/media/image/jpeg/encode.hpp"
#include "fovea/media/image/pixels.hpp"
#include "fovea/media/image/png/encode.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fovea::media {

struct Encoding {
    enum class Kind : std::uint8_t { Png, Jpeg };

    Kind kind = Kind::Png;
    PngSettings png;
    JpegSettings jpeg;

    // As listed among a picture's actions: "encoded_png", "encoded_jpeg_q85".
    std::string action() const;
};

enum class SourceLoss : std::uint8_t { Lossless, Lossy };

std::vector<Encoding> encodings_for(const Picture& picture, SourceLoss source);

}  // namespace fovea::media
