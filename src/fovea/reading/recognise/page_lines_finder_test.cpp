#include "fovea/reading/recognise/page_lines_finder.hpp"

#include "fovea/media/text/test_writing.hpp"
#include "fovea/media/transform/orient.hpp"
#include "fovea/reading/recognise/screen_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

TEST(PageLinesFinder, KeepsOurOwnLinesWhereBothAgreeAndWhereOnlyWeSeeOne) {
    auto picture = blank({400, 240}, kWhite);
    for (const std::uint32_t y : {30u, 80u, 130u}) {
        media::test::write(picture, 40, y, "TEN TENTH", 2, kBlack);
    }
    auto own = media::find_text_lines(picture);
    ASSERT_EQ(own.size(), 3u);
    own.push_back({.box = {20, 200, 60, 10}, .ground = kWhite, .letter_height = 8});
    auto reader = ScreenReader::open();
    PageLinesFinder finder;

    const auto found = finder.find(picture, own, reader.value());

    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found.value().lines, own);
    EXPECT_EQ(found.value().axes, std::vector<LineAxis>(4));
    EXPECT_TRUE(found.value().words.empty());
}

TEST(PageLinesFinder, AddsWhatWeDoNotSee) {
    auto picture = blank({400, 240}, kWhite);
    for (const std::uint32_t y : {30u, 80u, 130u}) {
        media::test::write(picture, 40, y, "TEN TENTH", 2, kBlack);
    }
    auto own = media::find_text_lines(picture);
    own.erase(own.begin() + 1);
    auto reader = ScreenReader::open();
    PageLinesFinder finder;

    const auto found = finder.find(picture, own, reader.value());

    ASSERT_TRUE(found.ok());
    ASSERT_GT(found.value().lines.size(), 2u);
    EXPECT_EQ(found.value().lines.front(), own.front());
    EXPECT_EQ(found.value().lines.back(), own.back());
    EXPECT_GT(found.value().axes[1].height, 0);
    EXPECT_NEAR(found.value().lines[1].box.y, 80, 2);
    EXPECT_NEAR(found.value().lines[1].box.height, 14, 2);
}

// A label turned by a quarter, of which our own finder makes something else.
TEST(PageLinesFinder, TakesTheNetworksLinesWhereOursCannotBeRead) {  // P5
    auto picture = blank({400, 320}, kWhite);
    for (const std::uint32_t y : {30u, 80u, 130u, 180u}) {
        media::test::write(picture, 80, y, "TEN TENTH", 2, kBlack);
    }
    auto label = blank({140, 20}, kWhite);
    media::test::write(label, 10, 2, "LENT TEN", 2, kBlack);
    const auto turned = orient(std::move(label), media::Orientation::Rotate90);
    for (std::uint32_t y = 0; y < turned.size().height; ++y) {
        std::copy_n(turned.row(y), std::size_t{3} * turned.size().width, picture.row(100 + y) + 60);
    }
    auto own = media::find_text_lines(picture);
    std::erase_if(own, [](const media::TextLine& line) { return line.box.x < 60; });
    ASSERT_EQ(own.size(), 4u);
    own.push_back({.box = {20, 100, 20, 100}, .ground = kWhite, .letter_height = 30});
    auto reader = ScreenReader::open();
    PageLinesFinder finder;

    const auto found = finder.find(picture, own, reader.value());

    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found.value().lines.size(), 5u);
    const auto is_turned = [](const LineAxis& axis) {
        return axis.height > 0 && std::abs(std::sin(axis.angle)) > 0.99;
    };
    EXPECT_EQ(std::ranges::count_if(found.value().axes, is_turned), 1);
}

}  // namespace
}  // namespace fovea::reading
