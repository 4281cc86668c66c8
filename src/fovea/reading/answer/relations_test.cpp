#include "fovea/reading/answer/relations.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

#include <array>

namespace fovea::reading {
namespace {

// How surely the passage with one text belongs to the one with another.
double weight(const TestSight& shot, const std::string& from, const std::string& to) {
    const auto passages = passages_of(shot.page, shot.reading);
    const auto ties = relations_of(passages).ties;
    for (std::size_t i = 0; i < passages.size(); ++i) {
        if (passages[i].text != from) continue;
        for (const auto& tie : ties[i]) {
            if (passages[tie.passage].text == to) return tie.weight;
        }
    }
    return 0;
}

TEST(Relations, JoinACellToItsRowAndItsHead) {  // P5
    TestSight shot;
    shot.table(0, 0, 200, {{"Job", "Requests"}, {"night", "18"}, {"day", "77"}});

    EXPECT_GT(weight(shot, "77", "day"), 0.9);
    EXPECT_GT(weight(shot, "77", "Requests"), 0.9);
    EXPECT_LT(weight(shot, "77", "night"), 0.6);
}

TEST(Relations, JoinAValueToTheLabelBeforeOrAboveIt) {  // P5
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

TEST(Relations, JoinTheFigureOverABarToTheWordUnderIt) {  // P5
    TestSight chart;
    chart.text(100, 300, "189")
        .text(92, 560, "Sites")
        .text(200, 100, "412")
        .text(192, 560, "Ships");
    chart.text(300, 200, "305").text(292, 560, "Parks");

    EXPECT_GE(weight(chart, "412", "Ships"), 0.9);
    EXPECT_LT(weight(chart, "412", "Sites"), 0.6);
}

TEST(Relations, DoNotJoinTheDaysOfAWeek) {
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

// What names the column of the passage with this text.
std::string head(const TestSight& shot, const std::string& text) {
    const auto passages = passages_of(shot.page, shot.reading);
    const auto relations = relations_of(passages);
    for (std::size_t i = 0; i < passages.size(); ++i) {
        if (passages[i].text == text && relations.head[i]) return passages[*relations.head[i]].text;
    }
    return "";
}

TEST(Relations, KnowTheHeadOfAColumn) {  // P5
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

    EXPECT_EQ(head(with, "36"), "Docks");
    EXPECT_EQ(head(without, "63.25"), "");
    EXPECT_EQ(head(below_a_title, "3"), "Platform");
}

TEST(Relations, KnowTheRowsOfWhatIsNoTable) {  // P5
    TestSight shot;
    const std::vector<std::array<std::string, 2>> rows = {
        {"NAME", "RESTARTS"}, {"cart", "0"}, {"mailer", "47"}, {"ledger", "3"}};
    for (std::uint32_t i = 0; i < rows.size(); ++i)
        shot.text(10, 20 * i, rows[i][0]).text(200, 20 * i, rows[i][1]);

    EXPECT_EQ(head(shot, "47"), "RESTARTS");
    EXPECT_GE(weight(shot, "47", "mailer"), 0.9);
    EXPECT_LT(weight(shot, "47", "cart"), 0.6);
}

// A list of mails: who and when, and below it of what.
TestSight mails() {
    TestSight list;
    const std::vector<std::array<std::string, 3>> rows = {
        {"Dilara Oz", "09:41", "Minutes of Tuesday"},
        {"Tobias Lund", "08:15", "Quote for the roof"},
        {"Ravi Menon", "07:02", "Photos from the hike"}};
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        list.ink({0, 0, 0}).text(10, 60 * i, rows[i][0]).text(400, 60 * i, rows[i][1]);
        list.ink({120, 120, 120}).text(10, 60 * i + 20, rows[i][2]);
    }
    return list;
}

TEST(Relations, JoinTheLinesOfAnItemAndPartItems) {  // P5
    EXPECT_GE(weight(mails(), "Tobias Lund", "Quote for the roof"), 0.9);
    EXPECT_GE(weight(mails(), "08:15", "Quote for the roof"), 0.8);
    EXPECT_LT(weight(mails(), "Tobias Lund", "Minutes of Tuesday"), 0.6);
    EXPECT_LT(weight(mails(), "Quote for the roof", "Ravi Menon"), 0.6);
}

TEST(Relations, DoNotJoinColumnsThatMatchByChanceAlone) {  // P5
    auto page = mails();
    for (std::uint32_t i = 0; i < 6; ++i) page.text(700, 27 * i, "Entry " + std::to_string(i));

    EXPECT_LE(weight(page, "Tobias Lund", "Entry 2"), 0.5);
}

TEST(Relations, SurviveAnyPlacesOfWords) {
    TestSight shot;
    for (std::uint32_t i = 0; i < 200; ++i)
        shot.text(i * 7919 % 1200, i * 104729 % 780, i % 3 == 0 ? "12" : "word");
    const auto passages = passages_of(shot.page, shot.reading);

    EXPECT_EQ(relations_of(passages).ties.size(), passages.size());
    EXPECT_TRUE(relations_of({}).ties.empty());
}

TEST(Relations, KeepCardsSideBySideApart) {  // P5
    TestSight board;
    board.reading.look.panels = {{0, 0, 300, 90}, {320, 0, 300, 90}, {640, 0, 300, 90}};
    board.text(10, 10, "Rotate the keys").text(10, 60, "PAY-207").text(200, 60, "Ana Ruiz");
    board.text(330, 10, "Refund twice").text(330, 60, "PAY-211").text(520, 60, "Tom Haas");
    board.text(650, 10, "Dark mode").text(650, 60, "PAY-177").text(840, 60, "Yuki Sato");

    EXPECT_GE(weight(board, "Ana Ruiz", "PAY-207"), 0.75);
    EXPECT_GE(weight(board, "Ana Ruiz", "Rotate the keys"), 0.75);
    EXPECT_LT(weight(board, "Tom Haas", "PAY-207"), 0.5);
    EXPECT_LT(weight(board, "Tom Haas", "PAY-177"), 0.5);
}

TEST(Relations, TakeNoSumsForLinesOfOneThing) {  // P5
    TestSight receipt;
    receipt.table(0, 0, 300, {{"Subtotal", "CHF 116.90"}, {"Shipping", "CHF 7.90"}});
    receipt.height(22).table(0, 40, 300, {{"Total", "CHF 113.11"}}).height(16);
    receipt.table(0, 66, 300, {{"incl. VAT 8.1 %", "CHF 8.48"}});

    EXPECT_GE(weight(receipt, "CHF 113.11", "Total"), 0.9);
    EXPECT_GE(weight(receipt, "CHF 8.48", "incl. VAT 8.1 %"), 0.9);
}

TEST(Relations, JoinWhatStandsUnderAHeadingOfTheList) {  // P5
    TestSight list;
    list.height(10).text(0, 0, "TODAY").height(16);
    list.text(60, 30, "Bakery").text(600, 30, "6.40").text(60, 90, "Cinema").text(600, 90, "27.50");
    list.height(10).text(0, 150, "YESTERDAY").height(16);
    list.text(60, 180, "Salary").text(600, 180, "3,210.55");

    EXPECT_GE(weight(list, "27.50", "TODAY"), 0.5);
    EXPECT_LT(weight(list, "3,210.55", "TODAY"), 0.5);
    EXPECT_GE(weight(list, "3,210.55", "YESTERDAY"), 0.5);
}

}  // namespace
}  // namespace fovea::reading
