#include "fovea/reading/recognise/barcodes.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/reading/recognise/test_codes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::fill;
using media::test::kBlack;
using media::test::kWhite;
using test::draw_code;
using Format = ZXing::BarcodeFormat;

constexpr auto kUrl = "https://example.org/route/17";

void expect_near(const media::PixelRect& box, const media::PixelRect& drawn, int within) {
    const auto off = [](std::uint32_t a, std::uint32_t b) { return std::abs(int(a) - int(b)); };
    EXPECT_LE(off(box.x, drawn.x), within);
    EXPECT_LE(off(box.y, drawn.y), within);
    EXPECT_LE(off(box.x + box.width, drawn.x + drawn.width), within);
    EXPECT_LE(off(box.y + box.height, drawn.y + drawn.height), within);
}

TEST(FindBarcodes, ReadsAQrCodeAtManyScales) {
    for (const std::uint32_t dot : {2u, 3u, 5u, 8u, 20u}) {
        auto picture = blank({900, 700}, kWhite);
        const auto drawn = draw_code(picture, 60, 40, Format::QRCode, kUrl, {.dot = dot});

        const auto codes = find_barcodes(picture);

        ASSERT_EQ(codes.size(), 1u) << dot;
        EXPECT_EQ(codes[0].format, "QRCode");
        EXPECT_EQ(codes[0].text, kUrl);
        expect_near(codes[0].box, drawn, int(dot));
    }
}

TEST(FindBarcodes, ReadsModulesOfAHundredPixelsInAPhotographsSize) {
    auto picture = blank({3600, 3200}, kWhite);
    const auto drawn = draw_code(picture, 400, 300, Format::QRCode, "fovea", {.dot = 100});

    const auto codes = find_barcodes(picture);

    ASSERT_EQ(codes.size(), 1u);
    EXPECT_EQ(codes[0].text, "fovea");
    expect_near(codes[0].box, drawn, 100);
}

TEST(FindBarcodes, ReadsLightOnDark) {
    auto picture = blank({400, 300}, {18, 18, 24});
    draw_code(picture, 60, 40, Format::QRCode, kUrl, {.dot = 4, .ink = {230, 230, 240}});

    const auto codes = find_barcodes(picture);

    ASSERT_EQ(codes.size(), 1u);
    EXPECT_EQ(codes[0].text, kUrl);
}

TEST(FindBarcodes, ReadsAWhiteLabelOnADarkPage) {
    auto picture = blank({500, 400}, {30, 30, 46});
    fill(picture, {100, 80, 200, 200}, kWhite);
    draw_code(picture, 124, 104, Format::QRCode, kUrl, {.dot = 4});

    ASSERT_EQ(find_barcodes(picture).size(), 1u);
}

TEST(FindBarcodes, ReadsLinearCodesInBothDirections) {
    for (const bool upright : {false, true}) {
        auto picture = blank({700, 700}, kWhite);
        const auto ean = draw_code(
            picture,
            60,
            60,
            Format::EAN13,
            "4006381333931",
            {.dot = 2, .height = 80, .upright = upright}
        );
        draw_code(
            picture,
            300,
            350,
            Format::Code128,
            "FOVEA-42",
            {.dot = 2, .height = 60, .upright = upright}
        );

        const auto codes = find_barcodes(picture);

        ASSERT_EQ(codes.size(), 2u) << upright;
        EXPECT_EQ(codes[0].format, "EAN-13");
        EXPECT_EQ(codes[0].text, "4006381333931");
        expect_near(codes[0].box, ean, 6);
        EXPECT_EQ(codes[1].format, "Code128");
        EXPECT_EQ(codes[1].text, "FOVEA-42");
    }
}

TEST(FindBarcodes, ReadsTheOtherKinds) {
    for (const auto format : {Format::Aztec, Format::DataMatrix, Format::PDF417}) {
        auto picture = blank({700, 500}, kWhite);
        draw_code(picture, 60, 60, format, "parcel 7719 of 9000", {.dot = 4});

        const auto codes = find_barcodes(picture);

        ASSERT_EQ(codes.size(), 1u) << ToString(format);
        EXPECT_EQ(codes[0].format, ToString(format));
        EXPECT_EQ(codes[0].text, "parcel 7719 of 9000");
    }
    for (const auto format : {Format::Code39, Format::ITF, Format::EAN8, Format::UPCA}) {
        const std::string text = format == Format::EAN8   ? "73513537"
                                 : format == Format::UPCA ? "036000291452"
                                                          : "12345678";
        auto picture = blank({700, 300}, kWhite);
        draw_code(picture, 60, 60, format, text, {.dot = 2, .height = 80});

        const auto codes = find_barcodes(picture);

        ASSERT_EQ(codes.size(), 1u) << ToString(format);
        EXPECT_TRUE(codes[0].text == text || codes[0].text == "0" + text) << codes[0].text;
    }
}

TEST(FindBarcodes, ReadsSeveralBesideText) {
    auto picture = blank({900, 600}, kWhite);
    media::test::write(picture, 40, 20, "THE TENTH HEN", 3, kBlack);
    draw_code(picture, 60, 80, Format::QRCode, "one", {.dot = 5});
    draw_code(picture, 400, 80, Format::QRCode, "two", {.dot = 5});
    draw_code(picture, 60, 320, Format::Code128, "three", {.dot = 3, .height = 90});
    media::test::write(picture, 40, 520, "LET THEN TEN", 2, kBlack);

    const auto codes = find_barcodes(picture);

    ASSERT_EQ(codes.size(), 3u);
    EXPECT_EQ(codes[0].text, "one");
    EXPECT_EQ(codes[1].text, "two");
    EXPECT_EQ(codes[2].text, "three");
}

TEST(FindBarcodes, ReadsASmallCodeFarDownALongPage) {
    auto picture = blank({600, 9000}, kWhite);
    const auto drawn =
        draw_code(picture, 60, 7990, Format::EAN13, "4006381333931", {.dot = 2, .height = 40});

    const auto codes = find_barcodes(picture);

    ASSERT_EQ(codes.size(), 1u);
    EXPECT_EQ(codes[0].text, "4006381333931");
    expect_near(codes[0].box, drawn, 10);
}

TEST(FindBarcodes, ReadsGrayAndTransparentPictures) {
    auto drawn = blank({300, 300}, kWhite);
    draw_code(drawn, 60, 60, Format::QRCode, kUrl, {.dot = 4});
    media::Picture gray(media::Shape::of({300, 300}, media::PixelFormat::Gray8));
    media::Picture clear(media::Shape::of({300, 300}, media::PixelFormat::Rgba8));
    for (std::uint32_t i = 0; i < 300 * 300; ++i) {
        const auto value = drawn.row(0)[std::size_t{i} * 3];
        gray.row(0)[i] = value;
        std::fill_n(clear.row(0) + std::size_t{i} * 4, 3, std::uint8_t{0});
        clear.row(0)[std::size_t{i} * 4 + 3] = static_cast<std::uint8_t>(255 - value);
    }

    EXPECT_EQ(find_barcodes(gray).size(), 1u);
    EXPECT_EQ(find_barcodes(clear).size(), 1u);
    EXPECT_TRUE(find_barcodes(media::Picture(media::Shape::of({300, 300}, media::PixelFormat::Ycc8))
    )
                    .empty());
}

TEST(FindBarcodes, GivesTextThatIsSafeToPrint) {
    auto picture = blank({500, 500}, kWhite);
    draw_code(picture, 60, 60, Format::QRCode, "a\x1B[2J\nb", {.dot = 5});

    const auto codes = find_barcodes(picture);

    ASSERT_EQ(codes.size(), 1u);
    EXPECT_EQ(codes[0].text, "a\uFFFD[2J b");
}

TEST(FindBarcodes, FindsNoneInTextNoiseAndStripes) {
    auto text = blank({900, 600}, kWhite);
    for (std::uint32_t y = 10; y < 560; y += 24)
        media::test::write(text, 20, y, "THE TENTH HEN LET THE NET TELL", 2, kBlack);
    EXPECT_TRUE(find_barcodes(text).empty());

    std::mt19937 random(5);
    auto noise = blank({400, 400}, kWhite);
    auto stripes = blank({900, 300}, kWhite);
    for (std::uint32_t i = 0; i < 400 * 400 * 3; ++i)
        noise.row(0)[i] = static_cast<std::uint8_t>(random());
    for (std::uint32_t x = 0; x < 890;) {
        const auto width = 2 * static_cast<std::uint32_t>(1 + random() % 4);
        if (random() % 2 == 0) fill(stripes, {x, 0, width, 300}, kBlack);
        x += width;
    }
    EXPECT_TRUE(find_barcodes(noise).empty());
    EXPECT_TRUE(find_barcodes(stripes).empty());
    EXPECT_TRUE(find_barcodes(blank({7, 2000}, kWhite)).empty());
    EXPECT_TRUE(find_barcodes(media::Picture{}).empty());
}

TEST(FindBarcodes, DoesNotLookForQrCodesAmongAThousandOfTheirCorners) {
    auto picture = blank({900, 900}, kWhite);
    for (std::uint32_t y = 10; y < 860; y += 26) {
        for (std::uint32_t x = 10; x < 860; x += 26) {
            fill(picture, {x, y, 14, 14}, kBlack);
            fill(picture, {x + 2, y + 2, 10, 10}, kWhite);
            fill(picture, {x + 4, y + 4, 6, 6}, kBlack);
        }
    }

    EXPECT_TRUE(find_barcodes(picture).empty());  // in milliseconds; ZXing alone takes ten seconds
}

}  // namespace
}  // namespace fovea::reading
