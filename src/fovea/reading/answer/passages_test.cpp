#include "fovea/reading/answer/passages.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

std::vector<Passage> passages(const TestSight& shot) {
    return passages_of(shot.page, shot.reading);
}

TEST(Passages, AreLinesAndFilledCellsInReadingOrder) {
    TestSight shot;
    shot.ink({200, 0, 0}).text(0, 0, "Title").table(0, 40, 80, {{"a", ""}, {"", "b"}});

    const auto list = passages(shot);

    ASSERT_EQ(list.size(), 3u);
    EXPECT_EQ(list[0].text, "Title");
    EXPECT_EQ(list[0].ink, (media::Colour{200, 0, 0}));
    EXPECT_EQ(list[2].text, "b");
    EXPECT_EQ(list[2].row, 1u);
    EXPECT_EQ(list[2].column, 1u);
}

TEST(Passages, SurviveIndicesThatPointNowhere) {
    TestSight shot;
    shot.text(0, 0, "Title");
    shot.page.blocks[0].lines[0].words = {99};
    shot.reading.words[0].line = 99;

    EXPECT_EQ(passages(shot)[0].ink, std::nullopt);
}

TEST(Passages, SayWhatAPlaceBelongsTo) {  // M8
    TestSight shot;
    shot.table(0, 0, 100, {{"Provider", "Status"}, {"Cirrus", "Healthy"}});
    shot.text(0, 200, "Rejected files")
        .text(0, 224, "713")
        .text(400, 200, "Retries: 5")
        .text(400, 600, "alone");
    const auto list = passages(shot);

    EXPECT_EQ(place_of(shot.page, list, {100, 20, 56, 16}), "row \"Cirrus\", column \"Status\"");
    EXPECT_EQ(place_of(shot.page, list, {0, 224, 24, 16}), "near \"Rejected files\"");
    EXPECT_EQ(place_of(shot.page, list, {400, 600, 40, 16}), "");
}

}  // namespace
}  // namespace fovea::reading
