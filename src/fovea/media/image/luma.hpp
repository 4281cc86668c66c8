// How bright a pixel is, on white where it is transparent.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <cstdint>

namespace fovea::media {

// Of a pixel in Gray8, Rgb8 or Rgba8; 0 to 255.
inline std::uint32_t luma(const std::uint8_t* pixel, PixelFormat format) {
    if (format == PixelFormat::Gray8) return pixel[0];
    const auto value = (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8;
    if (format == PixelFormat::Rgb8) return value;
    return (value * pixel[3] + 255u * (255u - pixel[3]) + 127u) / 255u;
}

}  // namespace fovea::media
