#include "fovea/reading/page/tables.hpp"

#include "fovea/reading/page/page_lines.hpp"
#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

using test::TestPage;
using Texts = std::vector<std::vector<std::string>>;

// The cells of the table that a page is, or nothing.
Texts table_in(const TestPage& page) {
    const auto pieces = pieces_of(page.reading);
    std::vector<std::size_t> all(pieces.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const auto rows = rows_of(pieces, all);
    const auto table = find_table(pieces, page.reading, rows);
    Texts texts;
    if (!table) return texts;
    for (const auto& row : table->cells) {
        texts.emplace_back();
        for (const auto& cell : row) {
            texts.back().push_back(page_line(page.reading, cell.words).text);
        }
    }
    return texts;
}

TEST(Tables, HaveColumnsFlushLeftOrRight) {  // P5
    TestPage page;
    const Texts rows = {
        {"Provider", "Region", "Requests"},
        {"Aster", "eu-west", "18,442"},
        {"Borealis", "us-east", "912"},
        {"Cirrus", "ap-south", "6,530"},
    };
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto y = 100 + 34 * double(row);
        page.write(20, y, rows[row][0]);
        page.write(200, y, rows[row][1]);
        page.write_right(460, y, rows[row][2]);
    }

    EXPECT_EQ(table_in(page), rows);
}

TEST(Tables, TakeAHeadThatStandsElsewhereThanItsFigures) {  // P5
    TestPage page;
    const Texts rows = {
        {"Owner", "January", "February"},
        {"Chen", "3,299.30", "8,194.53"},
        {"Dubois", "289.23", "7,470.44"},
        {"Ito", "5,333.98", "2,896.01"},
    };
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto y = 100 + 24 * double(row);
        page.write(20, y, rows[row][0]);
        if (row == 0) {
            page.write(200, y, rows[row][1]);
            page.write(420, y, rows[row][2]);
        } else {
            page.write_right(410, y, rows[row][1]);
            page.write_right(630, y, rows[row][2]);
        }
    }

    EXPECT_EQ(table_in(page), rows);
}

TEST(Tables, HaveEmptyCellsAndCellsOfTwoLines) {  // P5
    TestPage page;
    for (int row = 0; row < 4; ++row) {
        const auto y = 100 + 60 * row;
        page.write(20, y, "Lens assembly");
        page.write(20, y + 20, "Serial number", {.em = 13, .ink = {110, 110, 110}});
        if (row != 2) page.write_right(300, y, "12");
        page.write_right(420, y, "149.00");
    }

    const std::string item = "Lens assembly Serial number";
    EXPECT_EQ(
        table_in(page),
        (Texts{
            {item, "12", "149.00"},
            {item, "12", "149.00"},
            {item, "", "149.00"},
            {item, "12", "149.00"}})
    );
}

TEST(Tables, MayBeAsWideAsASpreadsheet) {  // P5
    TestPage page;
    for (int row = 0; row < 12; ++row) {
        for (int column = 0; column < 26; ++column) {
            if ((row * 7 + column) % 9 == 0) continue;
            page.write_right(60 + 70 * column, 100 + 22 * row, std::to_string(row * 100 + column));
        }
    }

    const auto table = table_in(page);

    ASSERT_EQ(table.size(), 12u);
    for (const auto& row : table) EXPECT_EQ(row.size(), 26u);
    EXPECT_EQ(table[3][5], "305");
    EXPECT_EQ(table[0][9], "");
}

TEST(Tables, AreNotCards) {  // P5
    TestPage page;
    for (int card = 0; card < 4; ++card) {
        const auto x = 20 + 220 * card;
        page.write(x, 100, "Images today", {.em = 14, .ink = {110, 110, 110}});
        page.write(x, 140, "48,213", {.em = 30});
        page.write(x, 165, "+12% since", {.em = 14, .ink = {0, 160, 80}});
    }

    EXPECT_TRUE(table_in(page).empty());
}

TEST(Tables, AreNotColumnsOfText) {  // P5
    TestPage page;
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 3; ++column) {
            page.write(20 + 240 * column, 100 + 22 * row, "lines of some longer text");
        }
    }

    EXPECT_TRUE(table_in(page).empty());
}

TEST(Tables, AreNotLabelsAndTheirFields) {  // P5
    TestPage page;
    page.write(20, 100, "Language");
    page.write(20, 140, "Time zone");
    page.write(20, 180, "Start of week");
    page.write(300, 100, "English");
    page.write(300, 140, "Europe");
    page.write(300, 180, "Monday");

    EXPECT_TRUE(table_in(page).empty());
}

}  // namespace
}  // namespace fovea::reading
