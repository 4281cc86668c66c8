#include "fovea/reading/answer/find_lines.hpp"

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

TEST(FindLines, RanksRareWordsOverCommonOnes) {
    TestSight shot;
    shot.text(0, 0, "request received")
        .text(0, 30, "request queued")
        .text(0, 60, "request id 77 expired");

    EXPECT_EQ(
        texts(run(find_lines, shot, "which request expired?")).at(0), "request id 77 expired"
    );
    EXPECT_TRUE(run(find_lines, shot, "who is the president?").empty());
}

TEST(FindOfType, FindsAndNarrowsToThePiece) {  // P5
    TestSight shot;
    shot.text(0, 0, "Contact: dana@example.org today").text(0, 30, "no address");

    const auto found = run(find_of_type<TextType::Email>, shot, "what is the email?");

    ASSERT_EQ(found.list.size(), 1u);
    EXPECT_EQ(found.list[0].lead, "dana@example.org");
    EXPECT_EQ(found.list[0].box, (media::PixelRect{72, 0, 128, 16}));
}

TEST(FindOfType, PrefersWhatStandsBesideTheWordsOfTheQuestion) {  // P5
    TestSight shot;
    shot.text(0, 0, "Subtotal $40.00").text(0, 30, "Shipping $5.00").text(0, 60, "Total $45.00");

    EXPECT_EQ(
        texts(run(find_of_type<TextType::Price>, shot, "what is the shipping cost?")),
        Lines{"Shipping $5.00"}
    );
    EXPECT_EQ(run(find_of_type<TextType::Price>, shot, "which prices?").list.size(), 3u);
}

TEST(FindOfType, SaysHowManyMoreThereAre) {
    TestSight shot;
    for (std::uint32_t i = 0; i < 15; ++i) shot.text(0, i * 40, "$" + std::to_string(i));

    const auto found = run(find_of_type<TextType::Price>, shot, "which prices?");

    EXPECT_EQ(found.list.size(), 13u);
    EXPECT_EQ(found.list.back().text, "and 3 more of this kind");
}

TEST(FindOfType, LooksIntoBarcodesForAddresses) {  // P5
    TestSight shot;
    shot.reading.barcodes = {
        {"QRCode", "https://example.org/a", {1, 2, 3, 4}}, {"EAN-13", "4006381333931", {}}};

    EXPECT_EQ(
        texts(run(find_of_type<TextType::Url>, shot, "what url?")), Lines{"https://example.org/a"}
    );
}

TEST(FindWholeText, TellsAllThatWasRead) {  // P5
    TestSight shot;
    shot.text(0, 0, "One").text(0, 40, "Two");

    const auto found = run(find_whole_text, shot, "read the text");

    EXPECT_EQ(found.whole->text, "[0, 0, 24, 16] One\n[0, 40, 24, 56] Two\n");
    EXPECT_TRUE(run(find_whole_text, TestSight(), "read the text").empty());
}

}  // namespace
}  // namespace fovea::reading
