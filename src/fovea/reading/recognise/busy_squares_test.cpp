#include "fovea/reading/recognise/busy_squares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

media::Picture white(media::PixelSize size) {
    media::Picture gray(media::Shape::of(size, media::PixelFormat::Gray8));
    std::fill_n(gray.row(0), size.pixels(), std::uint8_t{255});
    return gray;
}

void chequer(media::Picture& gray, const media::PixelRect& rect, std::uint32_t dot) {
    for (auto y = rect.y; y < rect.y + rect.height; ++y) {
        for (auto x = rect.x; x < rect.x + rect.width; ++x) {
            if (((x - rect.x) / dot + (y - rect.y) / dot) % 2 == 0) gray.row(y)[x] = 0;
        }
    }
}

TEST(BusySquares, FindsWhatIsSquareAndFullOfSteps) {
    auto gray = white({640, 480});
    chequer(gray, {160, 160, 96, 96}, 4);

    const auto squares = find_busy_squares(gray, 10);

    ASSERT_FALSE(squares.empty());
    for (const auto& square : squares) {
        EXPECT_LE(square.x, 160u);
        EXPECT_LE(square.y, 160u);
        EXPECT_GE(square.x + square.width, 256u);
        EXPECT_GE(square.y + square.height, 256u);
    }
}

TEST(BusySquares, LeavesLinesOfTextAndPlainAreasOut) {
    auto gray = white({640, 480});
    chequer(gray, {20, 100, 600, 12}, 3);
    for (std::uint32_t y = 200; y < 300; ++y)
        std::fill_n(gray.row(y) + 100, 100, std::uint8_t{200});

    EXPECT_TRUE(find_busy_squares(gray, 10).empty());
    EXPECT_TRUE(find_busy_squares(media::Picture{}, 10).empty());
}

TEST(BusySquares, KeepsTheLargest) {
    auto gray = white({640, 480});
    for (std::uint32_t i = 0; i < 4; ++i)
        chequer(gray, {40 + 140 * i, 200, 36 + 8 * i, 36 + 8 * i}, 4);

    const auto squares = find_busy_squares(gray, 2);

    ASSERT_EQ(squares.size(), 2u);
    EXPECT_GE(squares[0].size().pixels(), squares[1].size().pixels());
}

}  // namespace
}  // namespace fovea::reading
