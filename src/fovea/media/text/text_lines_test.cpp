#include "fovea/media/text/text_lines.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace fovea::media {
namespace {

using test::blank;
using test::fill;
using test::kBlack;
using test::kWhite;

TEST(FindTextLines, FindsALineWithItsColours) {
    auto picture = blank({200, 60}, kWhite);
    test::write(picture, 20, 20, "HELLEN", 2, {180, 20, 20});

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].box, (PixelRect{20, 20, 70, 14}));
    EXPECT_EQ(lines[0].ground, kWhite);
    EXPECT_EQ(lines[0].ink, (Colour{180, 20, 20}));
    EXPECT_EQ(lines[0].polarity, Polarity::DarkOnLight);
}

TEST(FindTextLines, TellsLightOnDark) {
    auto picture = blank({200, 60}, {30, 30, 46});
    test::write(picture, 20, 20, "TENTH", 2, {166, 227, 161});

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].polarity, Polarity::LightOnDark);
    EXPECT_EQ(lines[0].ground, (Colour{30, 30, 46}));
}

TEST(FindTextLines, ReadsABadgeOnItsOwnGround) {
    auto picture = blank({200, 80}, kWhite);
    fill(picture, {30, 20, 100, 34}, {0, 90, 200});
    test::write(picture, 44, 30, "THEN", 2, kWhite);

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].ground, (Colour{0, 90, 200}));
    EXPECT_EQ(lines[0].ink, kWhite);
}

TEST(FindTextLines, LeavesOutTheDotsOfAChart) {
    auto picture = blank({200, 80}, kWhite);
    for (std::uint32_t i = 0; i < 4; ++i) fill(picture, {20 + 45 * i, 20 + 11 * i, 9, 9}, kBlack);

    EXPECT_TRUE(find_text_lines(picture).empty());
}

TEST(FindTextLines, FindsNothingInNoise) {
    auto picture = blank({300, 200}, kBlack);
    std::uint32_t state = 1;
    for (std::uint32_t y = 0; y < 200; ++y) {
        for (std::uint32_t i = 0; i < 900; ++i) {
            state = state * 1664525u + 1013904223u;
            picture.row(y)[i] = static_cast<std::uint8_t>(state >> 24);
        }
    }

    EXPECT_TRUE(find_text_lines(picture).empty());
}

TEST(FindTextLines, FindsNothingWhereThereIsNothing) {
    EXPECT_TRUE(find_text_lines(Picture()).empty());
    EXPECT_TRUE(find_text_lines(blank({1, 1}, kWhite)).empty());
    EXPECT_TRUE(find_text_lines(blank({1, 2000}, kBlack)).empty());
    EXPECT_TRUE(find_text_lines(blank({500, 500}, {12, 200, 90})).empty());
}

TEST(FindTextLines, FindsLettersAtTheEdgesOfThePicture) {
    auto picture = blank({58, 14}, kWhite);
    test::write(picture, 0, 0, "THEN", 2, kBlack);

    const auto lines = find_text_lines(picture);

    for (const auto& line : lines) {
        EXPECT_LE(line.box.x + line.box.width, 58u);
        EXPECT_LE(line.box.y + line.box.height, 14u);
    }
}

TEST(FindTextLines, PartsLinesThatAreSetSoTightlyThatTheyTouch) {
    auto picture = blank({200, 60}, kWhite);
    test::write(picture, 20, 10, "HELLEN THEN", 2, kBlack);
    test::write(picture, 20, 26, "TENTH TENET", 2, kBlack);
    // A descender that ends in the letter below.
    fill(picture, {20, 22, 2, 6}, kBlack);

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 2u);
    EXPECT_LE(lines[0].box.y + lines[0].box.height, lines[1].box.y);
    EXPECT_GE(lines[1].box.height, 14u);
}

TEST(FindTextLines, FindsABadgeWithHardlyAMargin) {
    auto picture = blank({200, 60}, kWhite);
    fill(picture, {28, 18, 62, 18}, {0, 90, 200});
    test::write(picture, 36, 20, "THEN", 2, kWhite);

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].ground, (Colour{0, 90, 200}));
}

// Patches of any colour, five pixels wide.
Picture patchwork(PixelSize size) {
    auto picture = blank(size, kBlack);
    std::uint32_t state = 3;
    for (std::uint32_t y = 0; y + 5 <= size.height; y += 5) {
        for (std::uint32_t x = 0; x + 5 <= size.width; x += 5) {
            state = state * 1664525u + 1013904223u;
            const auto part = [&](unsigned shift) {
                return static_cast<std::uint8_t>(60 + (state >> shift) % 110);
            };
            fill(picture, {x, y, 5, 5}, {part(8), part(14), part(20)});
        }
    }
    return picture;
}

TEST(FindTextLines, FindsWhiteLettersAcrossAPhotograph) {
    auto picture = patchwork({300, 100});
    test::write(picture, 40, 40, "HELLEN THEN TENTH", 2, kWhite);

    const auto lines = find_text_lines(picture);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].box, (PixelRect{40, 40, 202, 14}));
    EXPECT_EQ(lines[0].ink, kWhite);
    EXPECT_EQ(lines[0].polarity, Polarity::LightOnDark);
    EXPECT_TRUE(find_text_lines(patchwork({300, 100})).empty());
}

}  // namespace
}  // namespace fovea::media
