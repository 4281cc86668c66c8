#include "fovea/reading/page/chance_words.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

Reading some_words() {
    Reading reading;
    reading.lines = {{.box = {0, 0, 20, 10}}, {.box = {0, 20, 90, 10}}, {.box = {0, 40, 30, 10}}};
    reading.words = {
        {"PAS", {0, 0, 20, 10}, 0.8, 0},
        {"Harbour", {0, 20, 40, 10}, 0.9, 1},
        {"street", {50, 20, 40, 10}, 0.95, 1},
        {"Exit", {0, 40, 30, 10}, 0.95, 2}};
    return reading;
}

TEST(ChanceWords, OnAPhotographOnlyWhatIsCertainStays) {  // P5
    auto reading = some_words();

    drop_chance_words(reading, 30);

    EXPECT_EQ(reading.lines.size(), 2U);
    ASSERT_EQ(reading.words.size(), 3U);
    EXPECT_EQ(reading.words[0].text, "Harbour");
    EXPECT_EQ(reading.words[0].line, 0U);
    EXPECT_EQ(reading.words[2].text, "Exit");
    EXPECT_EQ(reading.words[2].line, 1U);
}

TEST(ChanceWords, WhereMostLinesCouldBeReadAllStays) {  // P5
    auto reading = some_words();

    drop_chance_words(reading, 7);

    EXPECT_EQ(reading, some_words());
}

TEST(ChanceWords, SpecksThatLookLikeSignsAreNoWords) {  // P5
    Reading reading;
    reading.lines = {{.box = {0, 0, 20, 10}}, {.box = {0, 20, 20, 10}}};
    reading.words = {{";⋮i", {0, 0, 20, 10}, 0.98, 0}, {"出口", {0, 20, 20, 10}, 0.95, 1}};

    drop_chance_words(reading, 3000);

    ASSERT_EQ(reading.words.size(), 1U);
    EXPECT_EQ(reading.words[0].text, "出口");
}

TEST(ChanceWords, NothingComesOfNothing) {
    Reading reading;

    drop_chance_words(reading, 100);

    EXPECT_EQ(reading, Reading{});
}

}  // namespace
}  // namespace fovea::reading
