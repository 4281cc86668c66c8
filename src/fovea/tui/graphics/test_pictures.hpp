// Pictures that tests make.
#pragma once

#include "fovea/media/image/pixels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace fovea::tui {

using TestColour = std::array<std::uint8_t, 3>;

inline media::Picture test_picture(
    media::PixelSize size, const std::function<TestColour(std::uint32_t x, std::uint32_t y)>& colour
) {
    media::Picture picture(media::Shape::of(size, media::PixelFormat::Rgb8));
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t x = 0; x < size.width; ++x) {
            std::ranges::copy(colour(x, y), picture.row(y) + std::size_t{x} * 3);
        }
    }
    return picture;
}

inline TestColour colour_at(const media::Picture& picture, std::uint32_t x, std::uint32_t y) {
    const auto* at = picture.row(y) + std::size_t{x} * 3;
    return {at[0], at[1], at[2]};
}

// Red, green, blue and white quarters.
inline media::Picture four_quarters(media::PixelSize size) {
    return test_picture(size, [size](std::uint32_t x, std::uint32_t y) {
        const bool right = x >= size.width / 2;
        const bool low = y >= size.height / 2;
        if (right && low) return TestColour{255, 255, 255};
        return TestColour{
            std::uint8_t(!right && !low ? 255 : 0),
            std::uint8_t(right ? 255 : 0),
            std::uint8_t(low ? 255 : 0)};
    });
}

// More colours than any palette has.
inline media::Picture rainbow(media::PixelSize size) {
    return test_picture(size, [size](std::uint32_t x, std::uint32_t y) {
        return TestColour{
            std::uint8_t(x * 255 / std::max(size.width - 1, 1U)),
            std::uint8_t(y * 255 / std::max(size.height - 1, 1U)),
            std::uint8_t((x + y) * 7)};
    });
}

}  // namespace fovea::tui
