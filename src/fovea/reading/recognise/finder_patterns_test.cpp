#include "fovea/reading/recognise/finder_patterns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>

namespace fovea::reading {
namespace {

media::Picture white(media::PixelSize size) {
    media::Picture gray(media::Shape::of(size, media::PixelFormat::Gray8));
    std::fill_n(gray.row(0), size.pixels(), std::uint8_t{255});
    return gray;
}

void square(media::Picture& gray, std::uint32_t x, std::uint32_t y, std::uint32_t dot) {
    for (std::uint32_t row = 0; row < 7 * dot; ++row) {
        for (std::uint32_t column = 0; column < 7 * dot; ++column) {
            const auto ring = std::min({row / dot, column / dot, 6 - row / dot, 6 - column / dot});
            gray.row(y + row)[x + column] = ring == 1 ? 255 : 0;
        }
    }
}

std::size_t corners_of(const media::Picture& gray, std::size_t limit) {
    return FinderPatterns(gray).find(kQrCorner, limit).size();
}

TEST(FinderPatterns, CountsEachOnce) {
    for (const std::uint32_t dot : {1u, 2u, 3u, 5u, 9u}) {
        auto gray = white({300, 300});
        square(gray, 20, 20, dot);
        square(gray, 200, 30, dot);
        square(gray, 40, 210, dot);

        EXPECT_EQ(corners_of(gray, 100), 3u) << dot;
    }
}

TEST(FinderPatterns, EndsAtTheLimit) {
    auto gray = white({600, 600});
    for (std::uint32_t y = 4; y < 580; y += 18) {
        for (std::uint32_t x = 4; x < 580; x += 18) square(gray, x, y, 2);
    }

    EXPECT_GE(corners_of(gray, 300), 300u);
    EXPECT_LT(corners_of(gray, 300), 400u);
    EXPECT_GT(corners_of(gray, 100'000), 900u);
}

TEST(FinderPatterns, FindsTheMiddleOfAnAztecCode) {
    auto gray = white({200, 160});
    for (std::uint32_t row = 0; row < 27; ++row) {
        for (std::uint32_t column = 0; column < 27; ++column) {
            const auto ring = std::min({row / 3, column / 3, 8 - row / 3, 8 - column / 3});
            gray.row(50 + row)[100 + column] = ring % 2 == 0 ? 0 : 255;
        }
    }

    const auto found = FinderPatterns(gray).find(kAztecCentre, 10);

    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], (FinderPattern{113, 63, 3.0}));
}

TEST(FinderPatterns, FindsFewInNoise) {
    auto gray = white({400, 400});
    std::mt19937 random(3);
    for (std::uint32_t i = 0; i < 400 * 400; ++i) {
        gray.row(0)[i] = static_cast<std::uint8_t>(120 + random() % 20);
    }

    EXPECT_EQ(corners_of(gray, 100), 0u);
    EXPECT_EQ(corners_of(white({5, 2}), 100), 0u);
    EXPECT_EQ(corners_of(media::Picture{}, 100), 0u);
}

}  // namespace
}  // namespace fovea::reading
