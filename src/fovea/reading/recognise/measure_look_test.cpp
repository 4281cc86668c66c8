#include "fovea/reading/recognise/measure_look.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::fill;
using media::test::kBlack;
using media::test::kWhite;

constexpr media::Colour kNavy{30, 30, 46};
constexpr media::Colour kBlue{37, 99, 235};
constexpr media::Colour kRed{220, 38, 38};

// Soft shapes with the grain of a sensor.
media::Picture photograph(media::PixelSize size) {
    auto picture = blank(size, kBlack);
    std::mt19937 random(7);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        auto* at = picture.row(y);
        for (std::uint32_t x = 0; x < size.width; ++x, at += 3) {
            const auto grain = static_cast<std::uint32_t>(random() % 12);
            at[0] = static_cast<std::uint8_t>(x / 2 % 200 + grain);
            at[1] = static_cast<std::uint8_t>(
                (x + y) / 3 % 180 + static_cast<std::uint32_t>(random() % 12)
            );
            at[2] =
                static_cast<std::uint8_t>(y / 2 % 160 + static_cast<std::uint32_t>(random() % 12));
        }
    }
    return picture;
}

double together(const Look& look) {
    double sum = 0;
    for (const auto& one : look.colours) sum += one.share;
    return sum;
}

TEST(MeasureLook, OneColourIsFlat) {
    const auto look = measure_look(blank({40, 30}, kNavy));

    Look expected;
    expected.colours = {{kNavy, 1.0}};
    expected.flat_share = 1;
    expected.tones = 1;
    expected.brightness = look.brightness;
    EXPECT_EQ(look, expected);
    EXPECT_NEAR(look.brightness, 0.125, 0.01);
}

TEST(MeasureLook, NamesTheColoursByTheirShare) {
    auto picture = blank({200, 100}, kWhite);
    fill(picture, {0, 0, 200, 25}, kBlue);
    fill(picture, {0, 25, 100, 20}, kRed);

    const auto look = measure_look(picture);

    ASSERT_EQ(look.colours.size(), 3u);
    EXPECT_EQ(look.colours[0], (ColourShare{kWhite, 0.65}));
    EXPECT_EQ(look.colours[1], (ColourShare{kBlue, 0.25}));
    EXPECT_EQ(look.colours[2], (ColourShare{kRed, 0.1}));
    EXPECT_NEAR(look.vivid_share, 0.35, 1e-9);
    EXPECT_EQ(look.vivid_hues, 2u);
}

TEST(MeasureLook, NearShadesAreOneColour) {
    auto picture = blank({100, 100}, {255, 255, 255});
    fill(picture, {0, 0, 100, 30}, {246, 248, 250});

    const auto look = measure_look(picture);

    ASSERT_EQ(look.colours.size(), 1u);
    EXPECT_EQ(look.colours[0], (ColourShare{kWhite, 1.0}));
}

TEST(MeasureLook, LeavesSliversAndTheRimsOfLettersOut) {
    auto picture = blank({400, 100}, kWhite);
    fill(picture, {0, 0, 1, 100}, kRed);
    media::test::write(picture, 20, 20, "HELLEN", 2, kNavy);

    const auto look = measure_look(picture);

    for (const auto& one : look.colours) EXPECT_NE(one.colour, kRed);
    EXPECT_EQ(look.colours[0].colour, kWhite);
    EXPECT_LE(together(look), 1.0);
}

TEST(MeasureLook, TellsAPhotographFromAScreen) {
    const auto photo = measure_look(photograph({320, 240}));

    auto picture = blank({320, 240}, kWhite);
    for (std::uint32_t y = 10; y < 220; y += 20)
        media::test::write(picture, 10, y, "THE TENTH LENT", 1, kBlack);
    const auto screen = measure_look(picture);

    EXPECT_GT(photo.texture_share, 0.9);
    EXPECT_LT(photo.flat_share, 0.05);
    EXPECT_GT(photo.tones, 500u);
    EXPECT_LE(together(photo), 1.0);
    EXPECT_EQ(screen.texture_share, 0.0);
    EXPECT_GT(screen.flat_share, 0.8);
    EXPECT_GT(screen.edge_share, 0.02);
    EXPECT_EQ(screen.tones, 2u);
}

TEST(MeasureLook, AGradientHasNoTexture) {
    auto picture = blank({256, 256}, kBlack);
    for (std::uint32_t y = 0; y < 256; ++y) {
        for (std::uint32_t x = 0; x < 256; ++x) {
            auto* at = picture.row(y) + std::size_t{x} * 3;
            at[0] = static_cast<std::uint8_t>(x);
            at[1] = static_cast<std::uint8_t>((x + y) / 2);
            at[2] = 120;
        }
    }

    EXPECT_EQ(measure_look(picture).texture_share, 0.0);
}

TEST(MeasureLook, CountsThinLines) {
    auto picture = blank({400, 300}, kWhite);
    for (std::uint32_t i = 0; i < 5; ++i) fill(picture, {40, 40 + 50 * i, 340, 1}, {225, 225, 225});
    for (std::uint32_t i = 0; i < 3; ++i) fill(picture, {40 + 100 * i, 30, 2, 240}, kBlack);
    fill(picture, {300, 100, 60, 60}, kBlue);  // the rim of an area is no line

    const auto look = measure_look(picture);

    EXPECT_EQ(look.horizontal_rules, 5u);
    EXPECT_EQ(look.vertical_rules, 3u);
}

TEST(MeasureLook, SeesTransparentPartsAsWhite) {
    media::Picture picture(media::Shape::of({10, 10}, media::PixelFormat::Rgba8));
    for (std::uint32_t y = 0; y < 10; ++y) {
        for (std::uint32_t x = 0; x < 10; ++x) {
            auto* at = picture.row(y) + std::size_t{x} * 4;
            at[0] = at[1] = at[2] = 0;
            at[3] = y < 4 ? 255 : 0;
        }
    }

    const auto look = measure_look(picture);

    ASSERT_EQ(look.colours.size(), 2u);
    EXPECT_EQ(look.colours[0], (ColourShare{kWhite, 0.6}));
    EXPECT_EQ(look.colours[1], (ColourShare{kBlack, 0.4}));
    EXPECT_DOUBLE_EQ(look.clear_share, 0.6);
}

TEST(MeasureLook, ReadsGrayAndRefusesWhatHasPlanes) {
    media::Picture gray(media::Shape::of({16, 16}, media::PixelFormat::Gray8));
    std::fill_n(gray.row(0), 256, std::uint8_t{200});

    EXPECT_EQ(measure_look(gray).colours[0], (ColourShare{{200, 200, 200}, 1.0}));
    EXPECT_EQ(
        measure_look(media::Picture(media::Shape::of({16, 16}, media::PixelFormat::Ycc8))), Look{}
    );
    EXPECT_EQ(measure_look(media::Picture{}), Look{});
}

TEST(MeasureLook, ASampleOfALargePictureSaysTheSame) {
    auto picture = blank({4000, 2400}, kWhite);
    fill(picture, {0, 0, 1000, 2400}, kBlue);

    const auto look = measure_look(picture);

    ASSERT_EQ(look.colours.size(), 2u);
    EXPECT_EQ(look.colours[1], (ColourShare{kBlue, 0.25}));
    EXPECT_GT(look.flat_share, 0.999);
    EXPECT_EQ(look, measure_look(picture));
}

TEST(MeasureLook, TakesSizesThatFitNoSquare) {
    for (const media::PixelSize size :
         {media::PixelSize{1, 1}, {1, 50}, {50, 1}, {17, 33}, {70000, 2}}) {
        const auto look = measure_look(blank(size, kRed));
        EXPECT_EQ(look.flat_share, 1.0);
        EXPECT_EQ(look.colours[0].colour, kRed);
    }
}

}  // namespace
}  // namespace fovea::reading
