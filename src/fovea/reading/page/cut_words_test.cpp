#include "fovea/reading/page/cut_words.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

constexpr media::PixelRect kArea{100, 50, 400, 200};

// Lines of one word each, so far from the left edge of what was read.
Reading column(const std::vector<std::uint32_t>& gaps) {
    Reading reading;
    reading.area = kArea;
    for (const auto gap : gaps) {
        const auto line = reading.lines.size();
        const media::PixelRect box{
            kArea.x + gap, kArea.y + 10 + 20 * static_cast<std::uint32_t>(line), 50, 10};
        reading.lines.push_back({.box = box, .letter_height = 10});
        reading.words.push_back({"word", box, 0.9, line});
    }
    return reading;
}

std::vector<bool> cut(Reading reading) {
    mark_cut_words(reading);
    std::vector<bool> cut;
    for (const auto& word : reading.words) cut.push_back(word.cut);
    return cut;
}

TEST(CutWords, MayBeginWithAWholeLetterAtTheEdge) {  // P5
    EXPECT_EQ(cut(column({1, 30})), (std::vector{true, false}));
}

TEST(CutWords, HaveNoMarginBeforeThem) {  // P5
    EXPECT_EQ(cut(column({2})), std::vector{false});
}

TEST(CutWords, EndAtTheRightEdgeToo) {  // P5
    auto reading = column({200});
    reading.words[0].box.x = kArea.x + kArea.width - 51;

    EXPECT_EQ(cut(reading), std::vector{true});
}

TEST(CutWords, AreNoneInAColumnThatStandsAtTheEdge) {  // P5
    EXPECT_EQ(cut(column({0, 1, 1, 0})), std::vector(4, false));
}

TEST(CutWords, AreAllOfAColumnOfWhichALetterIsCut) {  // P5
    auto reading = column({0, 1, 1, 0, 40});
    reading.words[3].cut = true;

    EXPECT_EQ(cut(reading), (std::vector{true, true, true, true, false}));
}

TEST(CutWords, StandOnTheirSideWhereTheWritingDoes) {  // P5
    auto reading = column({200, 200});
    reading.turn = TextTurn::Quarter;  // runs from top to bottom
    reading.words[0].box = {kArea.x + 100, kArea.y, 10, 50};
    reading.words[1].box = {kArea.x, kArea.y + 50, 10, 50};

    EXPECT_EQ(cut(reading), (std::vector{true, false}));
}

}  // namespace
}  // namespace fovea::reading
