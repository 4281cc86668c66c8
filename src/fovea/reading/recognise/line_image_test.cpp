#include "fovea/reading/recognise/line_image.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

media::TextLine line_at(const media::PixelRect& box, media::Colour ground, media::Colour ink) {
    return {box, ground, ink, media::Polarity::DarkOnLight, box.height};
}

std::uint8_t darkest(const media::Picture& gray, std::uint32_t from, std::uint32_t to) {
    std::uint8_t least = 255;
    for (std::uint32_t y = 0; y < gray.size().height; ++y) {
        least = std::min(least, *std::min_element(gray.row(y) + from, gray.row(y) + to));
    }
    return least;
}

TEST(LineImage, MakesLightOnDarkBlackOnWhite) {
    auto picture = blank({120, 40}, {30, 30, 46});
    media::test::write(picture, 10, 10, "THEN", 2, {120, 120, 140});

    const auto image =
        line_image(picture, line_at({10, 10, 46, 14}, {30, 30, 46}, {120, 120, 140}));

    ASSERT_TRUE(image.ok());
    const auto& gray = image.value().gray;
    EXPECT_EQ(gray.format(), media::PixelFormat::Gray8);
    EXPECT_EQ(gray.row(0)[0], 255);
    EXPECT_LT(darkest(gray, 0, gray.size().width), 8);
}

TEST(LineImage, GivesADimWordBesideABrightOneFullContrast) {
    auto picture = blank({200, 40}, kWhite);
    media::test::write(picture, 10, 10, "HE", 2, kBlack);
    media::test::write(picture, 60, 10, "HE", 2, {150, 150, 150});

    const auto image = line_image(picture, line_at({10, 10, 72, 14}, kWhite, kBlack));

    ASSERT_TRUE(image.ok());
    const auto& gray = image.value().gray;
    EXPECT_LT(darkest(gray, gray.size().width * 2 / 3, gray.size().width), 8);
}

TEST(LineImage, FindsTheInkAgain) {
    auto picture = blank({200, 40}, kWhite);
    media::test::write(picture, 10, 10, "L", 2, kBlack);
    media::test::write(picture, 60, 12, "T", 2, kBlack);

    const auto image = line_image(picture, line_at({10, 10, 60, 16}, kWhite, kBlack));

    ASSERT_TRUE(image.ok());
    const auto& made = image.value();
    const auto middle = double(made.gray.size().width) / 2;
    EXPECT_EQ(made.original(0, middle), (media::PixelRect{10, 10, 10, 14}));
    EXPECT_EQ(made.original(middle, 2 * middle), (media::PixelRect{60, 12, 10, 14}));
    ASSERT_EQ(made.gaps(0, 2 * middle).size(), 1u);
    EXPECT_EQ(made.gaps(0, 2 * middle)[0].pixels, 40u);
}

TEST(LineImage, TakesALineThatIsHardlyThere) {
    auto picture = blank({24, 20}, kWhite);
    const auto line = line_at({0, 0, 24, 20}, kWhite, kBlack);
    EXPECT_TRUE(line_image(picture, line).ok());  // nothing at all

    media::test::fill(picture, {0, 4, 2, 8}, {254, 255, 255});  // then a gap as wide as the rest

    const auto image = line_image(picture, line);

    ASSERT_TRUE(image.ok());
    EXPECT_EQ(
        darkest(
            image.value().gray, image.value().gray.size().width / 2, image.value().gray.size().width
        ),
        255
    );
}

TEST(LineImage, RefusesALineOutsideOfThePicture) {
    const auto picture = blank({20, 20}, kWhite);

    EXPECT_FALSE(line_image(picture, line_at({10, 10, 20, 5}, kWhite, kBlack)).ok());
    EXPECT_FALSE(line_image(picture, line_at({0, 0, 0, 0}, kWhite, kBlack)).ok());
    EXPECT_FALSE(line_image(picture, line_at({0, 0, 100000, 5}, kWhite, kBlack)).ok());
    EXPECT_FALSE(line_image(picture, line_at({4294967295u, 0, 4, 4}, kWhite, kBlack)).ok());
}

TEST(LineImage, StaysWithinMeasureForAVeryFlatLine) {
    auto picture = blank({3000, 8}, kWhite);
    media::test::fill(picture, {0, 3, 3000, 1}, kBlack);

    const auto image = line_image(picture, line_at({0, 3, 3000, 1}, kWhite, kBlack));

    // 32 rows from one would make 96000 columns, which nothing can read.
    ASSERT_TRUE(image.ok());
    EXPECT_LE(image.value().gray.size().width, 32767u);
}

}  // namespace
}  // namespace fovea::reading
