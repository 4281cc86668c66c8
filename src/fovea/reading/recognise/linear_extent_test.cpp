#include "fovea/reading/recognise/linear_extent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

// Bars from row 20 to 79, of columns 10 to 109.
media::Picture bars() {
    media::Picture gray(media::Shape::of({120, 100}, media::PixelFormat::Gray8));
    std::fill_n(gray.row(0), 120 * 100, std::uint8_t{255});
    for (std::uint32_t y = 20; y < 80; ++y) {
        for (std::uint32_t x = 10; x < 110; ++x) {
            if (x * x / 7 % 2 == 0) gray.row(y)[x] = 0;
        }
    }
    return gray;
}

TEST(ExtentOfBars, ReachesBothEnds) {
    const auto extent = extent_of_bars(bars(), {10, 30, 109, 30});

    EXPECT_EQ(extent.before, (BarEnd{10, 0}));
    EXPECT_EQ(extent.after, (BarEnd{49, 0}));
}

TEST(ExtentOfBars, FollowsALineThatRunsBackwards) {
    const auto extent = extent_of_bars(bars(), {109, 30, 10, 30});

    EXPECT_EQ(extent.before, (BarEnd{49, 0}));
    EXPECT_EQ(extent.after, (BarEnd{10, 0}));
}

TEST(ExtentOfBars, FollowsSlantedBars) {
    media::Picture gray(media::Shape::of({200, 100}, media::PixelFormat::Gray8));
    std::fill_n(gray.row(0), 200 * 100, std::uint8_t{255});
    for (std::uint32_t y = 20; y < 80; ++y) {
        for (std::uint32_t i = 0; i < 120; ++i) {
            if (i * i / 24 % 2 == 0) gray.row(y)[20 + y / 4 + i] = 0;
        }
    }

    const auto extent = extent_of_bars(gray, {25, 20, 144, 20});

    EXPECT_EQ(extent.before.away, 0u);
    EXPECT_EQ(extent.after.away, 59u);
    EXPECT_NEAR(extent.after.drift, 14, 2);
}

TEST(ExtentOfBars, GoesOverAScratch) {
    auto gray = bars();
    std::fill_n(gray.row(50), 120, std::uint8_t{255});

    EXPECT_EQ(extent_of_bars(gray, {10, 30, 109, 30}).after, (BarEnd{49, 0}));
}

TEST(ExtentOfBars, StaysWithinThePicture) {
    const auto gray = bars();

    EXPECT_EQ(extent_of_bars(gray, {-5, 30, 200, 30}).after.away, 0u);
    EXPECT_EQ(extent_of_bars(gray, {10, 30, 10, 30}).after.away, 0u);
    EXPECT_LE(extent_of_bars(gray, {10, 99, 109, 99}).after.away, 0u);
}

}  // namespace
}  // namespace fovea::reading
