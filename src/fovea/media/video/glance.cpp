#include "fovea/media/video/glance.hpp"

#include "fovea/media/transform/fit.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace fovea::media {
namespace {

using Colour = std::array<std::uint32_t, 3>;

struct Span {
    std::uint32_t begin;
    std::uint32_t end;  // past begin
};

// The pixels of a frame's side that one pixel of a glance stands for.
Span covered(std::uint32_t at, std::uint32_t small, std::uint32_t large) {
    const auto begin = static_cast<std::uint32_t>(std::uint64_t{at} * large / small);
    const auto end = static_cast<std::uint32_t>((std::uint64_t{at} + 1) * large / small);
    return {std::min(begin, large - 1), std::clamp(end, std::min(begin, large - 1) + 1, large)};
}

Colour mean(const Picture& frame, Span columns, Span rows) {
    const auto bytes = bytes_per_pixel(frame.format());
    std::array<std::uint64_t, 3> sums{};
    for (auto y = rows.begin; y < rows.end; ++y) {
        const auto* pixel = frame.row(y) + std::size_t{columns.begin} * bytes;
        for (auto x = columns.begin; x < columns.end; ++x, pixel += bytes) {
            const std::uint32_t alpha = bytes == 4 ? pixel[3] : 255;
            for (unsigned c = 0; c < 3; ++c)
                sums[c] += (pixel[c] * alpha + 255 * (255 - alpha)) / 255;
        }
    }
    const auto count = std::uint64_t{columns.end - columns.begin} * (rows.end - rows.begin);
    Colour colour{};
    for (unsigned c = 0; c < 3; ++c) colour[c] = static_cast<std::uint32_t>(sums[c] / count);
    return colour;
}

std::uint8_t luma(const Colour& c) {
    return static_cast<std::uint8_t>((77 * c[0] + 150 * c[1] + 29 * c[2]) >> 8);
}

// How much bluer or redder than bright, around 128.
std::uint8_t chroma(std::uint32_t sample, std::uint8_t brightness) {
    return static_cast<std::uint8_t>((255 + sample - brightness) / 2);
}

}  // namespace

Picture make_glance(const Picture& frame) {
    const auto size = glance_size(frame.size());
    Picture glance(glance_shape(frame.size()));
    auto* bright = glance.row(0);
    auto* blue = bright + size.pixels();
    auto* red = blue + size.pixels() / 4;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const auto rows = covered(y, size.height, frame.size().height);
        for (std::uint32_t x = 0; x < size.width; ++x) {
            const auto colour = mean(frame, covered(x, size.width, frame.size().width), rows);
            *bright = luma(colour);
            if (x % 2 == 0 && y % 2 == 0) {
                *blue++ = chroma(colour[2], *bright);
                *red++ = chroma(colour[0], *bright);
            }
            ++bright;
        }
    }
    return glance;
}

PixelSize glance_size(PixelSize shown) {
    const auto size = fit_within(shown, kGlanceEdge);
    return {size.width + size.width % 2, size.height + size.height % 2};
}

Shape glance_shape(PixelSize shown) {
    const auto size = glance_size(shown);
    return Shape::of({size.width, size.height / 2 * 3}, PixelFormat::Gray8);
}

}  // namespace fovea::media
