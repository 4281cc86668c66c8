#include "fovea/media/text/line_groups.hpp"

#include "fovea/media/text/bands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fovea::media {
namespace {

Mark mark(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
    return {x, y, x + width, y + height, width * height / 2, width / 3};
}

// Letters 8 wide and 12 high, 2 apart.
std::vector<Mark> letters(std::uint32_t x, std::uint32_t y, std::uint32_t count) {
    std::vector<Mark> marks;
    for (std::uint32_t i = 0; i < count; ++i) marks.push_back(mark(x + i * 10, y, 8, 12));
    return marks;
}

void add(std::vector<Mark>& marks, const std::vector<Mark>& more) {
    marks.insert(marks.end(), more.begin(), more.end());
}

TEST(GroupLines, PutsLettersOfOneBandIntoOneLine) {
    const auto lines = group_lines(letters(20, 30, 6));

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].letters, 6u);
    EXPECT_EQ(lines[0].letter_height, 12u);
    EXPECT_EQ(lines[0].bounds.left, 20u);
    EXPECT_EQ(lines[0].bounds.right, 78u);
}

TEST(GroupLines, KeepsTheCellsOfATableApart) {
    auto marks = letters(20, 30, 4);
    add(marks, letters(120, 30, 4));

    EXPECT_EQ(group_lines(marks).size(), 2u);
}

TEST(GroupLines, KeepsLinesBelowEachOtherApartAndInOrder) {
    auto marks = letters(20, 50, 4);
    add(marks, letters(20, 30, 4));

    const auto lines = group_lines(marks);

    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].bounds.top, 30u);
    EXPECT_EQ(lines[1].bounds.top, 50u);
}

TEST(GroupLines, GivesAFullStopAndADotAboveToTheirLine) {
    auto marks = letters(20, 30, 3);
    marks.push_back(mark(50, 40, 2, 2));
    marks.push_back(mark(33, 25, 2, 3));

    const auto lines = group_lines(marks);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].bounds.right, 52u);
    EXPECT_EQ(lines[0].bounds.top, 25u);
}

TEST(GroupLines, LeavesOutTheFrameOfAButton) {
    auto marks = letters(30, 30, 4);
    marks.push_back({20, 22, 80, 52, 320, 56});

    const auto lines = group_lines(marks);

    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].bounds.top, 30u);
    EXPECT_EQ(lines[0].bounds.left, 30u);
}

TEST(GroupLines, LeavesOutRulesAndWhatIsTooLarge) {
    const std::vector<Mark> marks{
        mark(0, 0, 300, 2), mark(10, 10, 2, 60), mark(40, 40, 500, 400), mark(600, 10, 3, 24)};

    EXPECT_TRUE(group_lines(marks).empty());
}

TEST(GroupLines, SeparatesLettersFromTheTangleBesideThem) {
    std::vector<Mark> marks;
    // Shapes that go down in steps, each beside the one before.
    for (std::uint32_t i = 0; i < 40; ++i) marks.push_back(mark(200 + 13 * i, 20 + 6 * i, 12, 18));
    add(marks, letters(100, 20, 9));

    const auto lines = group_lines(marks);

    const auto line =
        std::ranges::find_if(lines, [](const LineGroup& each) { return each.bounds.left == 100; });
    ASSERT_TRUE(line != lines.end());
    EXPECT_GE(line->letters, 9u);
    EXPECT_LE(line->bounds.height(), 18u);
}

TEST(GroupLines, HasNoLinesWithoutMarks) {
    EXPECT_TRUE(group_lines({}).empty());
}

TEST(GroupLines, KeepsTheFullestOfTooManyGroups) {
    std::vector<Mark> marks;
    for (std::uint32_t i = 0; i < 160; ++i) {
        for (std::uint32_t j = 0; j < 160; ++j) marks.push_back(mark(40 * j, 40 * i, 7, 9));
    }
    add(marks, letters(3000, 6600, 8));

    const auto lines = group_lines(marks);

    ASSERT_EQ(lines.size(), kMaxGroups);
    EXPECT_EQ(lines.back().letters, 8u);
}

TEST(Bands, StopLookingWhenBoxesAreInEachOthersWay) {
    // Every box begins in the same columns and bands, and asks for all of them.
    std::vector<Mark> boxes;
    for (std::uint32_t i = 0; i < 4000; ++i) boxes.push_back(mark(i % 8, i % 16, 200, 100));
    const Bands bands(boxes);

    for (const auto& box : boxes) bands.visit(0, box.right, box.top, box.bottom, [](auto) {});

    EXPECT_LE(bands.looks(), Bands::kMaxLooksPerBox * (boxes.size() + 64));
}

}  // namespace
}  // namespace fovea::media
