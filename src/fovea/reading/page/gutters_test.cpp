#include "fovea/reading/page/gutters.hpp"

#include "fovea/reading/page/column_gutters.hpp"
#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace fovea::reading {
namespace {

using test::TestPage;

std::vector<PageRow> all_rows(const std::vector<Piece>& pieces) {
    std::vector<std::size_t> all(pieces.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return rows_of(pieces, all);
}

TEST(Gutters, EndAtAHeadingAcrossThem) {  // P5
    TestPage page;
    page.write(20, 50, "A heading that runs across all of the page");
    for (int row = 0; row < 5; ++row) {
        page.write(20, 100 + 30 * row, "left");
        page.write(200, 100 + 30 * row, "right");
    }
    const auto pieces = pieces_of(page.reading);
    const auto rows = all_rows(pieces);

    const auto gutters = find_gutters(rows, 16, 4);

    ASSERT_FALSE(gutters.empty());
    EXPECT_EQ(gutters[0].first, 1u);
    EXPECT_EQ(gutters[0].last, 5u);
    EXPECT_GT(gutters[0].free.begin, 40);
    EXPECT_NEAR(gutters[0].free.end, 200, 3);
}

TEST(Gutters, AreNoneInOneColumn) {  // P5
    TestPage page;
    for (int row = 0; row < 5; ++row) page.write(20, 100 + 30 * row, "one column only");
    const auto pieces = pieces_of(page.reading);
    const auto rows = all_rows(pieces);

    EXPECT_TRUE(find_gutters(rows, 16, 4).empty());
}

TEST(ColumnGutters, ReachAsFarAsTheLongerColumn) {  // P5
    TestPage page;
    for (int row = 0; row < 12; ++row) page.write(20, 100 + 37 * row, "Section");
    for (int row = 0; row < 6; ++row) page.write(300, 109 + 24 * row, "Some text of an article");
    const auto pieces = pieces_of(page.reading);
    const auto rows = all_rows(pieces);

    const auto gutter = find_column_gutter(pieces, rows, find_gutters(rows, 16, 8));

    ASSERT_TRUE(gutter.has_value());
    EXPECT_EQ(gutter->first, 0u);
    EXPECT_EQ(gutter->last, rows.size() - 1);
}

TEST(ColumnGutters, LeaveOutABarOfLinksAbove) {  // P5
    TestPage page;
    const double places[] = {20, 110, 190, 420, 520};
    for (const auto x : places) page.write(x, 30, "Link");
    for (int row = 0; row < 8; ++row) page.write(20, 100 + 37 * row, "Section");
    for (int row = 0; row < 12; ++row) page.write(300, 109 + 24 * row, "Some text of an article");
    const auto pieces = pieces_of(page.reading);
    const auto rows = all_rows(pieces);

    const auto gutter = find_column_gutter(pieces, rows, find_gutters(rows, 16, 8));

    ASSERT_TRUE(gutter.has_value());
    EXPECT_EQ(gutter->first, 1u);
}

}  // namespace
}  // namespace fovea::reading
