// Reads a picture as poppler draws it: "P6", two sizes, 255, and then three bytes a pixel.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/media/image/pixels.hpp"

#include <cstdint>

namespace fovea::media {

// As Rgb8. DecodeFailed for anything but one whole picture with no side longer than `max_edge`.
Result<Picture> read_ppm(ByteView file, std::uint32_t max_edge);

}  // namespace fovea::media
