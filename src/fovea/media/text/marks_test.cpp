#include "fovea/media/text/marks.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace fovea::media {
namespace {

using test::blank;
using test::fill;
using test::kBlack;
using test::kWhite;

TEST(FindMarks, BoxesAShapeWithTheStepBackToTheGround) {
    auto picture = blank({40, 30}, kWhite);
    fill(picture, {10, 8, 2, 9}, kBlack);

    const auto marks = find_marks(picture);

    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(marks[0].left, 10u);
    EXPECT_EQ(marks[0].top, 8u);
    EXPECT_EQ(marks[0].right, 13u);
    EXPECT_EQ(marks[0].bottom, 18u);
}

TEST(FindMarks, SeesLightOnDarkLikeDarkOnLight) {
    auto dark = blank({60, 20}, kWhite);
    test::write(dark, 5, 5, "HE", 1, kBlack);
    auto light = blank({60, 20}, kBlack);
    test::write(light, 5, 5, "HE", 1, kWhite);

    EXPECT_EQ(find_marks(dark), find_marks(light));
}

TEST(FindMarks, DoesNotSeeTheFaintEdgeOfAPanel) {
    auto picture = blank({40, 30}, {250, 250, 250});
    fill(picture, {10, 8, 12, 9}, {240, 240, 240});

    EXPECT_TRUE(find_marks(picture).empty());
}

TEST(FindMarks, LeavesOutALongRuleSoThatLettersOnItComeApart) {
    auto picture = blank({400, 30}, kWhite);
    fill(picture, {0, 20, 400, 1}, {128, 128, 128});
    fill(picture, {50, 10, 2, 10}, kBlack);
    fill(picture, {60, 10, 2, 10}, kBlack);

    const auto marks = find_marks(picture);

    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].left, 50u);
    EXPECT_EQ(marks[1].left, 60u);
}

TEST(FindMarks, JoinsPiecesThatMeetFurtherDown) {
    auto picture = blank({30, 30}, kWhite);
    fill(picture, {5, 5, 2, 10}, kBlack);
    fill(picture, {15, 8, 2, 7}, kBlack);
    fill(picture, {5, 15, 12, 2}, kBlack);

    const auto marks = find_marks(picture);

    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(marks[0].top, 5u);
    EXPECT_EQ(marks[0].right, 18u);
}

TEST(FindMarks, FindsNothingInFlatTinyAndForeignPictures) {
    EXPECT_TRUE(find_marks(Picture()).empty());
    EXPECT_TRUE(find_marks(blank({1, 1}, kBlack)).empty());
    EXPECT_TRUE(find_marks(blank({1, 2000}, kWhite)).empty());
    EXPECT_TRUE(find_marks(Picture(Shape::of({8, 8}, PixelFormat::Cmyk8))).empty());
}

TEST(FindMarks, TakesGrayAndIgnoresAlpha) {
    Picture gray(Shape::of({9, 9}, PixelFormat::Gray8));
    Picture rgba(Shape::of({9, 9}, PixelFormat::Rgba8));
    for (std::uint32_t y = 0; y < 9; ++y) {
        for (std::uint32_t x = 0; x < 9; ++x) {
            const auto value = static_cast<std::uint8_t>(x == 4 && y > 1 && y < 6 ? 0 : 255);
            gray.row(y)[x] = value;
            for (std::uint32_t c = 0; c < 3; ++c) rgba.row(y)[4 * x + c] = value;
            rgba.row(y)[4 * x + 3] = static_cast<std::uint8_t>(x * 28);
        }
    }

    EXPECT_EQ(find_marks(gray).size(), 1u);
    EXPECT_EQ(find_marks(gray), find_marks(rgba));
}

// Noise of a few steps everywhere, and none of it equal to its neighbour.
Picture noisy(PixelSize size, std::uint8_t light) {
    auto picture = blank(size, kWhite);
    std::uint32_t state = 7;
    for (std::uint32_t y = 0; y < size.height; ++y) {
        for (std::uint32_t i = 0; i < size.width * 3; ++i) {
            state = state * 1664525u + 1013904223u;
            picture.row(y)[i] = static_cast<std::uint8_t>(light - (state >> 24) % 25);
        }
    }
    return picture;
}

TEST(FindMarks, LeavesOutTheRingingOfJpegAroundStrongLetters) {
    auto picture = noisy({48, 16}, 255);
    // Strong ink in every tile, as a line of small text has it.
    for (std::uint32_t i = 0; i < 6; ++i) fill(picture, {3 + 8 * i, 2, 2, 12}, kBlack);

    EXPECT_EQ(find_marks(picture).size(), 6u);
}

TEST(FindMarks, FindsWhatIsNearlyWhiteOnAnyGround) {
    auto picture = noisy({60, 30}, 160);
    fill(picture, {10, 8, 3, 9}, {240, 250, 245});
    fill(picture, {20, 8, 3, 9}, kWhite);

    const auto marks = find_marks(picture, Extreme::White);

    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].left, 10u);
    EXPECT_EQ(marks[0].right, 13u);
    EXPECT_EQ(marks[1].bottom, 17u);
    EXPECT_TRUE(find_marks(picture, Extreme::Black).empty());
}

TEST(FindMarks, FindsNoColourInTinyAndForeignPictures) {
    EXPECT_TRUE(find_marks(Picture(), Extreme::White).empty());
    EXPECT_TRUE(find_marks(Picture(Shape::of({8, 8}, PixelFormat::Cmyk8)), Extreme::Black).empty());
}

}  // namespace
}  // namespace fovea::media
