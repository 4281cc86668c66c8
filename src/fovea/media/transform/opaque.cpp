#include "fovea/media/transform/opaque.hpp"

#include "fovea/media/transform/alpha_rows.hpp"

namespace fovea::media {
namespace {

bool has_no_transparency(const Picture& picture) {
    for (std::uint32_t y = 0; y < picture.size().height; ++y) {
        if (!is_opaque(picture.row(y), picture.size().width)) return false;
    }
    return true;
}

}  // namespace

Picture drop_opaque_alpha(Picture picture) {
    if (picture.format() != PixelFormat::Rgba8 || !has_no_transparency(picture)) return picture;
    const auto size = picture.size();
    Picture rgb(Shape::of(size, PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const std::uint8_t* from = picture.row(y);
        std::uint8_t* to = rgb.row(y);
        for (std::size_t x = 0; x < size.width; ++x) {
            for (std::size_t c = 0; c < 3; ++c) to[x * 3 + c] = from[x * 4 + c];
        }
    }
    return rgb;
}

}  // namespace fovea::media
