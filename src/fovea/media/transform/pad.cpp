#include "fovea/media/transform/pad.hpp"

#include <cstring>

namespace fovea::media {
namespace {

// White in any format: full light, no colour, no ink.
std::uint8_t white(PixelFormat format, unsigned plane) {
    if (format == PixelFormat::Cmyk8) return 0;
    return plane == 0 ? 255 : 128;
}

}  // namespace

Picture pad(Picture picture, PixelSize size) {
    if (picture.size() == size) return picture;
    const auto format = picture.format();
    Picture padded(Shape::of(size, format, picture.shape().chroma));
    for (unsigned plane = 0; plane < plane_count(format); ++plane) {
        const auto from = picture.shape().plane_size(plane);
        const auto to = padded.shape().plane_size(plane);
        for (std::uint32_t y = 0; y < to.height; ++y) {
            std::memset(padded.row(y, plane), white(format, plane), padded.stride(plane));
            if (y >= from.height) continue;
            std::memcpy(padded.row(y, plane), picture.row(y, plane), picture.stride(plane));
        }
    }
    return padded;
}

}  // namespace fovea::media
