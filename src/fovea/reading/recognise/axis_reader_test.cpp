#include "fovea/reading/recognise/axis_reader.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/reading/recognise/line_crop.hpp"
#include "fovea/reading/recognise/screen_reader.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

media::Picture page() {
    auto picture = blank({240, 80}, kWhite);
    media::test::write(picture, 40, 32, "TEN TENTH", 2, kBlack);
    return picture;
}

std::string read(const media::Picture& picture, const LineAxis& axis) {
    auto reader = ScreenReader::open();
    std::string text;
    for (const auto& word : AxisReader(reader.value(), picture).read(axis).value()) {
        text += (text.empty() ? "" : " ") + word.text;
    }
    return text;
}

TEST(AxisReader, ReadsALineInWhicheverDirectionItRuns) {
    const auto size = page().size();
    const auto line = text_line_of(page(), {120, 39, 170, 20, 0}).box;
    const double length = line.width;
    const LineAxis level{line.x + length / 2, line.y + line.height / 2.0, length, 18, 0};
    ASSERT_EQ(read(page(), level), "TEN TENTH");
    // Turned clockwise, a point (x, y) comes to (height - y, x), and the line runs downwards.
    const auto turned = orient(page(), media::Orientation::Rotate90);
    LineAxis down{size.height - level.y, level.x, length, 18, std::numbers::pi / 2};

    EXPECT_EQ(read(turned, down), "TEN TENTH");

    down.angle = 3 * std::numbers::pi / 2;  // taken for one that runs upwards
    EXPECT_EQ(read(turned, down), "TEN TENTH");
}

TEST(AxisReader, EndsWordsWhereTheirLettersEnd) {
    auto picture = blank({240, 80}, kWhite);
    media::test::write(picture, 40, 32, "TEN", 2, kBlack);
    const auto first = text_line_of(picture, {120, 39, 200, 18, 0}).box;
    media::test::write(picture, 40, 32, "TEN TENTH", 2, kBlack);
    auto reader = ScreenReader::open();

    const auto words =
        AxisReader(reader.value(), picture).read(LineAxis{120, 39, 170, 18, 0}).value();

    ASSERT_EQ(words.size(), 2u);
    EXPECT_EQ(words[0].box.y, first.y);
    EXPECT_EQ(words[0].box.height, first.height);
    const auto has_ink = [&](std::uint32_t x) {
        for (std::uint32_t y = 0; y < 80; ++y) {
            if (picture.row(y)[std::size_t{x} * bytes_per_pixel(picture.format())] < 128)
                return true;
        }
        return false;
    };
    for (const auto& word : words) {
        EXPECT_TRUE(has_ink(word.box.x)) << word.text;
        EXPECT_FALSE(has_ink(word.box.x - 1)) << word.text;
        EXPECT_TRUE(has_ink(word.box.x + word.box.width - 1)) << word.text;
        EXPECT_FALSE(has_ink(word.box.x + word.box.width)) << word.text;
    }
}

TEST(AxisReader, BelievesNothingWhereNothingIsWritten) {
    EXPECT_EQ(read(blank({240, 80}, kWhite), {120, 40, 100, 20, 0}), "");
}

TEST(TextLineOf, IsTightAroundTheLettersAndKnowsTheirColours) {
    const auto line = text_line_of(page(), {120, 39, 200, 40, 0});

    EXPECT_EQ(line.ground, kWhite);
    EXPECT_EQ(line.ink, kBlack);
    EXPECT_EQ(line.polarity, media::Polarity::DarkOnLight);
    EXPECT_EQ(line.box.y, 32u);
    EXPECT_LT(line.box.height, 20u);
    EXPECT_EQ(line.letter_height, 22u);
}

TEST(TextLineOf, StaysOnThePicture) {
    const auto line = text_line_of(page(), {-20, 500, 4000, 90, 0.5});

    EXPECT_LE(line.box.x + line.box.width, 240u);
    EXPECT_LE(line.box.y + line.box.height, 80u);
    EXPECT_GT(line.box.width * line.box.height, 0u);
}

}  // namespace
}  // namespace fovea::reading
