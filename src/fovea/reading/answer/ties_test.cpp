#include "fovea/reading/answer/ties.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

// How surely the passage with one text belongs to the one with another.
double weight(const TestSight& shot, const std::string& from, const std::string& to) {
    const auto passages = passages_of(shot.page, shot.reading);
    const auto ties = ties_of(shot.page, passages);
    for (std::size_t i = 0; i < passages.size(); ++i) {
        if (passages[i].text != from) continue;
        for (const auto& tie : ties[i]) {
            if (passages[tie.passage].text == to) return tie.weight;
        }
    }
    return 0;
}

TEST(Ties, JoinACellToItsRowAndItsHead) {  // P5
    TestSight shot;
    shot.table(0, 0, 200, {{"Job", "Requests"}, {"night", "18"}, {"day", "77"}});

    EXPECT_GT(weight(shot, "77", "day"), 0.9);
    EXPECT_GT(weight(shot, "77", "Requests"), 0.9);
    EXPECT_LT(weight(shot, "77", "night"), 0.6);
}

TEST(Ties, JoinAValueToTheLabelBeforeOrAboveIt) {  // P5
    TestSight shot;
    shot.text(0, 0, "Street")
        .text(200, 0, "Elm Road 5")
        .text(600, 0, "Rides")
        .text(600, 22, "18,492");

    EXPECT_GE(weight(shot, "Elm Road 5", "Street"), 0.9);
    EXPECT_GE(weight(shot, "18,492", "Rides"), 0.9);
    EXPECT_EQ(
        weight(shot, "18,492", "Street"), 0.45
    );  // which is the title for want of a larger one
}

TEST(Ties, JoinTheFigureOverABarToTheWordUnderIt) {  // P5
    TestSight chart;
    chart.text(100, 300, "189")
        .text(92, 560, "Sites")
        .text(200, 100, "412")
        .text(192, 560, "Ships");
    chart.text(300, 200, "305").text(292, 560, "Parks");

    EXPECT_GE(weight(chart, "412", "Ships"), 0.9);
    EXPECT_LT(weight(chart, "412", "Sites"), 0.6);
}

TEST(Ties, DoNotJoinTheDaysOfAWeek) {
    TestSight month;
    month.table(
        0,
        0,
        150,
        {{"Mon", "Tue", "Wed", "Thu"}, {"13", "14", "15", "16"}, {"Dentist", "", "", "Tax return"}}
    );

    EXPECT_GE(weight(month, "Tax return", "16"), 0.9);
    EXPECT_LT(weight(month, "Tax return", "Dentist"), 0.5);
}

TEST(HeadRow, IsWhatNamesTheColumns) {  // P5
    TestSight with;
    with.table(0, 0, 90, {{"Station", "Docks"}, {"West", "48"}, {"East", "36"}});
    TestSight without;
    without.table(0, 0, 90, {{"Seal kit", "41.90"}, {"Hose", "63.25"}});
    TestSight below_a_title;
    below_a_title.table(
        0,
        0,
        90,
        {{"Departures", "", "", "15:06"},
         {"Time", "Train", "To", "Platform"},
         {"15:12", "IC 2184", "Kiel", "3"}}
    );

    EXPECT_EQ(head_row(with.page.blocks[0]), 0u);
    EXPECT_EQ(head_row(without.page.blocks[0]), std::nullopt);
    EXPECT_EQ(head_row(below_a_title.page.blocks[0]), 1u);
}

TEST(Figures, AreNumbersWithLittleElse) {
    for (const auto* text : {"41.90", "3 h 10 min", "€ 41,270", "15:12", "IC 2184", "-512.33"}) {
        EXPECT_TRUE(is_figure(text)) << text;
    }
    for (const auto* text : {"Copenhagen", "edge-ams-01", "about 15 min late, sorry"}) {
        EXPECT_FALSE(is_figure(text)) << text;
    }
}

}  // namespace
}  // namespace fovea::reading
