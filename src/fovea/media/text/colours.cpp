#include "fovea/media/text/colours.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fovea::media {
namespace {

// JPEG and video spread a flat ground over a few values.
constexpr int kNearly = 36;

std::size_t bin_of(const Colour& colour) {
    return std::size_t{colour.red} >> 4 << 8 | std::size_t{colour.green} >> 4 << 4 |
           std::size_t{colour.blue} >> 4;
}

}  // namespace

std::vector<Colour> pixels_of(const Picture& picture, const PixelRect& rect) {
    const auto size = picture.size();
    const auto right =
        std::uint32_t(std::min<std::uint64_t>(size.width, std::uint64_t{rect.x} + rect.width));
    const auto bottom =
        std::uint32_t(std::min<std::uint64_t>(size.height, std::uint64_t{rect.y} + rect.height));
    if (rect.x >= right || rect.y >= bottom) return {};
    const std::size_t step = bytes_per_pixel(picture.format());
    std::vector<Colour> pixels;
    pixels.reserve(std::size_t{right - rect.x} * (bottom - rect.y));
    for (auto y = rect.y; y < bottom; ++y) {
        const auto* at = picture.row(y) + rect.x * step;
        for (auto x = rect.x; x < right; ++x, at += step) {
            pixels.push_back(step == 1 ? Colour{at[0], at[0], at[0]} : Colour{at[0], at[1], at[2]});
        }
    }
    return pixels;
}

Ground ground_of(std::span<const Colour> pixels) {
    if (pixels.empty()) return {};
    std::array<std::uint32_t, 4096> counts{};
    for (const auto& pixel : pixels) ++counts[bin_of(pixel)];
    const auto fullest = std::size_t(std::ranges::max_element(counts) - counts.begin());
    std::array<std::uint64_t, 3> sums{};
    for (const auto& pixel : pixels) {
        if (bin_of(pixel) != fullest) continue;
        sums[0] += pixel.red;
        sums[1] += pixel.green;
        sums[2] += pixel.blue;
    }
    const auto mean = [&](std::size_t channel) {
        return static_cast<std::uint8_t>((sums[channel] + counts[fullest] / 2) / counts[fullest]);
    };
    Ground ground{Colour{mean(0), mean(1), mean(2)}, 0};
    const auto alike = std::ranges::count_if(pixels, [&](const Colour& pixel) {
        return distance(pixel, ground.colour) <= kNearly;
    });
    ground.share = double(alike) / double(pixels.size());
    return ground;
}

}  // namespace fovea::media
