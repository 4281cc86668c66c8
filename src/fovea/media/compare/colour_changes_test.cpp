#include "fovea/media/compare/colour_changes.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace fovea::media {
namespace {

using test::blank;
using test::fill;
using test::kBlack;
using test::kWhite;
using test::write;

constexpr Colour kBlue{37, 99, 235};
constexpr Colour kGreen{22, 163, 74};
constexpr Colour kRed{220, 38, 38};

std::vector<ColourChange> changes(const Picture& before, const Picture& after) {
    const auto found = find_changes(before, after).value();
    return find_colour_changes(before, after, found.regions, {});
}

Picture button(Colour colour) {
    auto picture = blank({300, 120}, kWhite);
    fill(picture, {60, 40, 120, 36}, colour);
    write(picture, 90, 50, "THEN", 2, kWhite);
    return picture;
}

TEST(ColourChanges, TellAButtonFromBlueToGreen) {  // M8
    const auto found = changes(button(kBlue), button(kGreen));

    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].region, (PixelRect{60, 40, 120, 36}));
    EXPECT_EQ(found[0].before, kBlue);
    EXPECT_EQ(found[0].after, kGreen);
    EXPECT_GT(found[0].share, 0.7);
}

Picture page(std::string_view text, Colour ink) {
    auto picture = blank({300, 120}, kWhite);
    write(picture, 90, 50, text, 2, ink);
    return picture;
}

TEST(ColourChanges, TellLettersInAnotherColour) {  // M8
    const auto found = changes(page("THEN", kBlue), page("THEN", kRed));

    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].before, kBlue);
    EXPECT_EQ(found[0].after, kRed);
}

TEST(ColourChanges, AreNotWordsThatComeGoOrChange) {  // M8
    const auto none = page("", kBlack);
    const auto one = page("THEN", kBlack);
    const auto other = page("LENT", kBlack);

    EXPECT_TRUE(changes(none, one).empty());
    EXPECT_TRUE(changes(one, none).empty());
    EXPECT_TRUE(changes(one, other).empty());
    EXPECT_TRUE(changes(one, one).empty());
}

TEST(ColourChanges, TellASurfaceThatIsNew) {  // M8
    const auto found = changes(page("", kBlack), button(kGreen));

    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].before, kWhite);
    EXPECT_EQ(found[0].after, kGreen);
}

TEST(ColourChanges, LeaveOutWhatNobodySees) {  // M8
    EXPECT_TRUE(changes(button(kBlue), button({38, 100, 236})).empty());
}

TEST(ColourChanges, KnowTheOneOfManyRegions) {  // M8
    const auto before = button(kBlue);
    auto after = button(kGreen);
    write(after, 10, 100, "TEN", 2, kBlack);

    EXPECT_EQ(find_changes(before, after).value().regions.size(), 2u);
    EXPECT_EQ(changes(before, after).size(), 1u);
}

TEST(ColourChanges, OfAWholeScreenAreToldFromASample) {  // M8
    const auto found = changes(blank({1920, 1080}, kWhite), blank({1920, 1080}, kBlack));

    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].after, kBlack);
    EXPECT_EQ(found[0].share, 1);
}

}  // namespace
}  // namespace fovea::media
