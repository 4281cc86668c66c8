#include "fovea/reading/page/alignment.hpp"

#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::reading {
namespace {

using test::TestPage;

double alignment_at(const TestPage& page, double x) {
    const auto pieces = pieces_of(page.reading);
    std::vector<std::size_t> left;
    std::vector<std::size_t> right;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        (pieces[i].box.left < x ? left : right).push_back(i);
    }
    return alignment(pieces, left, right);
}

TEST(Alignment, IsFullForLabelsAndTheirValues) {  // P5
    TestPage page;
    for (int row = 0; row < 5; ++row) {
        page.write(20, 100 + 40 * row, "Label");
        page.write(300, 100 + 40 * row, "value", {.ink = {120, 120, 120}});
    }

    EXPECT_EQ(alignment_at(page, 200), 1);
}

TEST(Alignment, IsLowForASideBarAndAnArticle) {  // P5
    TestPage page;
    for (int row = 0; row < 8; ++row) page.write(20, 100 + 37 * row, "Section");
    for (int row = 0; row < 12; ++row) page.write(300, 109 + 24 * row, "Some text of an article");

    EXPECT_LT(alignment_at(page, 200), 0.5);
}

TEST(Alignment, IsNoneForColumnsOfRunningText) {  // P5
    TestPage page;
    for (int row = 0; row < 8; ++row) {
        page.write(20, 100 + 22 * row, "columns of a paper share");
        page.write(300, 100 + 22 * row, "their baselines mostly so");
    }

    EXPECT_EQ(alignment_at(page, 250), 0);
}

TEST(Alignment, IsFullWhereTheSidesTakeTurns) {  // P5
    TestPage page;
    page.write(20, 100, "Are we still on?");
    page.write(400, 180, "Yes, of course.");
    page.write(20, 260, "Great.");
    page.write(400, 340, "At eight?");

    EXPECT_EQ(alignment_at(page, 300), 1);
}

TEST(Alignment, KnowsValuesAtHalfTheHeightOfTwoLines) {  // P5
    TestPage page;
    for (int row = 0; row < 4; ++row) {
        page.write(20, 100 + 60 * row, "Ada Brandt");
        page.write(20, 120 + 60 * row, "ada@example.org", {.em = 13, .ink = {120, 120, 120}});
        page.write(300, 110 + 60 * row, "Owner");
    }

    EXPECT_EQ(alignment_at(page, 250), 1);
}

}  // namespace
}  // namespace fovea::reading
