#include "fovea/reading/answer/find_lines.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

Findings run(
    Findings (*find)(const Question&, const View&), const TestSight& shot, const char* question
) {
    const auto sight = shot.sight();
    return find(read_question(question), {sight, passages_of(shot.page, shot.reading)});
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

}  // namespace
}  // namespace fovea::reading
