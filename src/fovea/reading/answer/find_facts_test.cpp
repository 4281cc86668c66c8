#include "fovea/reading/answer/find_facts.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Lines = std::vector<std::string>;

Findings run(
    Findings (*find)(const Question&, const View&), const TestSight& shot, const char* question
) {
    const auto sight = shot.sight();
    return find(read_question(question), {sight, passages_of(shot.page, shot.reading)});
}

Lines texts(const Findings& findings) {
    Lines list;
    for (const auto& finding : findings.list) list.push_back(finding.text);
    return list;
}

TEST(FindFacts, TellsTheSizeAsMeasured) {  // P5
    const auto found = run(find_size, TestSight({1920, 1080}), "what size?");

    EXPECT_EQ(texts(found), Lines{"1920 x 1080 pixels (width x height)"});
    EXPECT_EQ(found.source, Source::Pixels);
}

TEST(FindFacts, TellsTheColourWithTheLargestArea) {  // P5
    TestSight shot;
    shot.reading.look.colours = {{{37, 99, 235}, 0.62}, {{0, 0, 0}, 0.3}};

    EXPECT_EQ(
        texts(run(find_background, shot, "background colour")),
        Lines{"blue #2563EB, 62% of the picture"}
    );
    EXPECT_TRUE(run(find_background, TestSight(), "background colour").empty());
}

TEST(FindFacts, TellsTheColoursOfTextThatIsNamed) {  // P5
    TestSight shot;
    shot.ink({180, 35, 24}).text(0, 0, "Delete account");

    const auto found = run(find_colours, shot, "What colour is the Delete account button?");

    ASSERT_EQ(found.list.size(), 1u);
    EXPECT_EQ(found.list[0].note, "letters red #B42318 on white #FFFFFF");
}

TEST(FindFacts, SaysThatThereIsNoBarcode) {  // P5
    EXPECT_EQ(
        texts(run(find_barcodes, TestSight(), "is there a QR code?")),
        Lines{"none was found (QR codes and other kinds were looked for)"}
    );

    TestSight shot;
    shot.reading.barcodes = {{"QRCode", "https://example.org", {1, 2, 3, 4}}};
    const auto found = run(find_barcodes, shot, "is there a QR code?");
    EXPECT_EQ(found.list[0].lead, "QRCode");
    EXPECT_EQ(found.list[0].box, (media::PixelRect{1, 2, 3, 4}));
}

TEST(FindFacts, CountsRows) {  // P5
    TestSight shot;
    shot.table(0, 0, 80, {{"Name", "Age"}, {"Dana", "4"}, {"Kim", "5"}});

    const auto found = run(find_counts, shot, "how many rows?");

    EXPECT_EQ(texts(found), Lines{"3 rows, 2 columns"});
    EXPECT_EQ(found.list[0].note, "the first row, counted too, is: Name, Age");
    EXPECT_EQ(texts(run(find_counts, TestSight(), "how many rows?")), Lines{"none was found"});
}

TEST(FindFacts, TakesTheLargestWordsForTheTitle) {  // P5
    TestSight shot;
    shot.text(0, 0, "menu")
        .height(60)
        .text(0, 30, "48,213")
        .height(32)
        .text(0, 100, "Quarterly report");

    EXPECT_EQ(texts(run(find_title, shot, "what is the title?")), Lines{"Quarterly report"});
    EXPECT_TRUE(run(find_title, TestSight(), "what is the title?").empty());
}

TEST(FindPlaces, PrefersTheTextThatIsExactlyWhatIsAskedFor) {  // P5
    TestSight shot;
    shot.text(100, 50, "Sign in to continue to Northwind").text(200, 400, "Sign in");

    const auto found = run(find_places, shot, "Where is the Sign in button?");

    EXPECT_EQ(found.list.at(0).text, "Sign in");
    EXPECT_EQ(found.list[0].box, (media::PixelRect{200, 400, 56, 16}));
    EXPECT_EQ(found.list[0].note, "the text's centre is at (228, 408)");
}

TEST(FindPlaces, PointsAtTheNamedWordsOfALongLine) {  // P5
    TestSight shot;
    shot.text(0, 0, "Read the terms before you continue");

    const auto found = run(find_places, shot, "where do I click for the terms?");

    EXPECT_EQ(found.list.at(0).box, (media::PixelRect{72, 0, 40, 16}));
}

TEST(FindWholeText, TellsAllThatWasRead) {  // P5
    TestSight shot;
    shot.text(0, 0, "One").text(0, 40, "Two");

    const auto found = run(find_whole_text, shot, "read the text");

    EXPECT_EQ(found.whole->text, "[0, 0, 24, 16] One\n[0, 40, 24, 56] Two\n");
    EXPECT_TRUE(run(find_whole_text, TestSight(), "read the text").empty());
}

TEST(FindMarked, FindsTheRowOnAnotherGround) {
    TestSight files;
    files.table(
        0,
        0,
        200,
        {{"Name", "Size"},
         {"a.pdf", "1 KB"},
         {"lease.pdf", "2 KB"},
         {"c.pdf", "3 KB"},
         {"d.pdf", "4 KB"}}
    );
    for (auto& line : files.reading.lines) {
        if (line.box.y == 40) line.ground = {204, 232, 255};
    }

    EXPECT_EQ(run(find_marked, files, "Which file is selected?").value, "lease.pdf");
}

}  // namespace
}  // namespace fovea::reading
