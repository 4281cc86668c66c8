#include "fovea/reading/recognise/line_crop.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/transform/orient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

constexpr double kPi = std::numbers::pi;

TEST(LineCrop, IsThirtyTwoRowsWithGroundAndInkAtFixedValues) {
    auto picture = blank({200, 60}, kWhite);
    media::test::write(picture, 20, 20, "TEN", 2, kBlack);

    const LineCrop crop(picture, {100, 27, 180, 16, 0});

    EXPECT_EQ(crop.image().size().height, 32u);
    EXPECT_EQ(crop.image().row(1)[1], 64);
    std::uint8_t most = 0;
    for (std::uint32_t x = 0; x < crop.image().size().width; ++x) {
        most = std::max(most, crop.image().row(16)[x]);
    }
    EXPECT_NEAR(most, 191, 12);
}

TEST(LineCrop, GivesTheSameForALineInEveryDirection) {
    const auto picture = [] {
        auto page = blank({200, 60}, kWhite);
        media::test::write(page, 20, 20, "TEN", 2, kBlack);
        return page;
    };
    const LineCrop level(picture(), {100, 30, 160, 20, 0});
    const auto upside_down = orient(picture(), media::Orientation::Rotate180);

    const LineCrop turned(upside_down, {100, 30, 160, 20, kPi});

    ASSERT_EQ(turned.image().size(), level.image().size());
    for (std::uint32_t y = 0; y < 32; ++y) {
        for (std::uint32_t x = 0; x < level.image().size().width; ++x) {
            ASSERT_NEAR(turned.image().row(y)[x], level.image().row(y)[x], 1) << x << " " << y;
        }
    }
}

TEST(LineCrop, SaysWhereAColumnLiesOnThePicture) {
    const auto picture = blank({300, 300}, kWhite);
    const LineCrop level(picture, {150, 100, 200, 20, 0});
    const LineCrop downwards(picture, {150, 100, 100, 20, kPi / 2});
    const auto width = [](const LineCrop& crop) { return crop.image().size().width; };

    EXPECT_EQ(level.box_of(0, width(level)), (media::PixelRect{50, 90, 200, 20}));
    EXPECT_EQ(level.box_of(width(level) / 2.0, width(level)), (media::PixelRect{150, 90, 100, 20}));
    EXPECT_EQ(downwards.box_of(0, width(downwards)), (media::PixelRect{140, 50, 20, 100}));
}

TEST(LineCrop, TakesLinesThatReachBeyondThePicture) {
    const auto picture = blank({20, 10}, kWhite);
    for (const auto& axis :
         {LineAxis{0, 0, 400, 90, 0.7},
          {-50, -50, 10, 10, 0},
          {19, 9, 4, 200, 3},
          {10, 5, 0, 0, 0}}) {
        const LineCrop crop(picture, axis);
        const auto box = crop.box_of(0, crop.image().size().width);

        EXPECT_LE(box.x + box.width, 20u);
        EXPECT_LE(box.y + box.height, 10u);
        EXPECT_GT(box.width * box.height, 0u);
    }
}

}  // namespace
}  // namespace fovea::reading
