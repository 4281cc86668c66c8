#include "fovea/reading/answer/tell_leaves.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TestSight leaf(const std::string& name, const std::vector<std::string>& lines) {
    TestSight made({1224, 1584});
    made.name = name;
    std::uint32_t y = 100;
    for (const auto& line : lines) made.text(100, std::exchange(y, y + 60), line);
    return made;
}

TEST(TellLeaves, QuotesThePagesThatBearOnTheQuestionMost) {  // P5, ETH-7
    const auto first = leaf("Page 1", {"Annual report", "Vendor list below"});
    const auto second = leaf("Page 2", {"Vendor: Nordwind GmbH", "Total amount: 1,204.50 EUR"});
    const std::vector pages = {first.sight(), second.sight()};

    const auto told =
        tell_leaves(pages, "2 pages of \"a.pdf\"", "What is the total amount?", Repeats::Told);

    EXPECT_EQ(
        told.text,
        "From the text of 2 pages of \"a.pdf\", read by local/ocr:\n"
        "Page 2:\n"
        "- Total amount: 1,204.50 EUR\n"
    );
    ASSERT_EQ(told.boxes.size(), 1u);
    EXPECT_EQ(told.boxes[0].image, 1u);
    EXPECT_EQ(told.boxes[0].box.y, 160u);
}

TEST(TellLeaves, GivesTheBareAnswerThatAllPagesAgreeOn) {  // P5
    const auto first = leaf("Page 1", {"Total amount: 1,204.50 EUR"});
    const auto second = leaf("Page 2", {"Total amount: 1,204.50 EUR"});
    const auto third = leaf("Page 3", {"Total amount: 9.00 EUR"});
    const auto ask = [](const std::vector<Sight>& pages) {
        return tell_leaves(pages, "pages", "What is the total amount?", Repeats::Told).value;
    };

    EXPECT_EQ(ask({first.sight(), second.sight()}), "1,204.50 EUR");
    EXPECT_EQ(ask({first.sight(), second.sight(), third.sight()}), "");
}

TEST(TellLeaves, OfARecordingTellsWhatIsNew) {  // P5, T3, ETH-23
    const auto first = leaf("0:00.0", {"Terminal"});
    const auto second = leaf("0:02.5", {"Terminal", "make: *** Error 2"});
    const auto third = leaf("0:04.0", {"Terminal", "make: *** Error 2"});
    const std::vector frames = {first.sight(), second.sight(), third.sight()};

    const auto told = tell_leaves(
        frames, "3 frames of \"a.mp4\"", "Describe this video in detail.", Repeats::LeftOut
    );

    EXPECT_EQ(
        told.text,
        "The text of 3 frames of \"a.mp4\", read by local/ocr:\n"
        "\n0:00.0:\nTerminal\n"
        "\n0:02.5:\nmake: *** Error 2\n"
        "\n0:04.0: nothing new\n"
    );
}

TEST(TellLeaves, SaysOnceThatThereIsNoText) {  // P5
    const auto first = leaf("0:00.0", {});
    const auto second = leaf("0:02.5", {});
    const std::vector frames = {first.sight(), second.sight()};

    const auto told = tell_leaves(
        frames, "2 frames of \"a.mp4\"", "Describe this video in detail.", Repeats::LeftOut
    );

    EXPECT_TRUE(told.text.starts_with("No text was found in 2 frames of \"a.mp4\"; local/ocr reads")
    ) << told.text;
    EXPECT_EQ(told.text.find("0:00.0"), std::string::npos);
}

TEST(TellLeaves, SaysWhichPagesAreIncompleteAndWhy) {  // P5
    const auto first = leaf("Page 1", {"Annual report"});
    auto second = leaf("Page 2", {"Total amount: 1,204.50 EUR"});
    second.reading.missing = Missing::ReaderCrashed;
    const std::vector pages = {first.sight(), second.sight()};

    for (const auto* question : {"What is the total amount?", "Read all of it.", "Who won?"}) {
        const auto told = tell_leaves(pages, "2 pages", question, Repeats::Told);

        EXPECT_NE(
            told.text.find("Page 2 is incomplete: the text reader crashed"), std::string::npos
        ) << told.text;
        EXPECT_EQ(told.text.find("Page 1 is incomplete"), std::string::npos) << told.text;
        // Not where a long text is cut.
        EXPECT_LT(told.text.find("incomplete"), 80U) << told.text;
    }
}

TEST(TellLeaves, SaysThatNothingBearsOnTheQuestion) {  // P5
    const auto page = leaf("Page 1", {"Annual report"});
    const std::vector pages = {page.sight()};

    const auto told = tell_leaves(pages, "1 page", "Who won the election?", Repeats::Told);

    EXPECT_EQ(
        told.text,
        "No text in 1 page bears on this question.\n"
        "local/ocr only reads: ask for words that stand there, or for all of the text.\n"
        "They begin:\n"
        "- Page 1: Annual report\n"
    );
    EXPECT_TRUE(told.boxes.empty());
}

TEST(TellLeaves, OfOnePageThatIsNamedTellsNoOther) {  // P5
    const auto first = leaf("Page 1", {"Total: 1 EUR"});
    const auto second = leaf("Page 2", {"Total: 2 EUR"});
    const std::vector pages = {first.sight(), second.sight()};

    const auto total = tell_leaves(pages, "2 pages", "What is the total on page 2?", Repeats::Told);
    const auto text = tell_leaves(pages, "2 pages", "What stands on page 2?", Repeats::Told);

    EXPECT_EQ(
        total.text,
        "From the text of Page 2, of 2 pages, read by local/ocr:\n"
        "Page 2:\n"
        "- Total: 2 EUR\n"
    );
    ASSERT_EQ(total.boxes.size(), 1u);
    EXPECT_EQ(total.boxes[0].image, 1u);
    EXPECT_EQ(
        text.text, "The text of Page 2, of 2 pages, read by local/ocr:\n\nPage 2:\nTotal: 2 EUR\n"
    );
}

}  // namespace
}  // namespace fovea::reading
