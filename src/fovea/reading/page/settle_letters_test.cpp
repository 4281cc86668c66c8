#include "fovea/reading/page/settle_letters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::reading {
namespace {

struct Placed {
    std::string text;
    media::PixelRect box;
};

// Each word a line of its own.
std::vector<std::string> settled(const std::vector<Placed>& words) {
    Reading reading;
    for (const auto& word : words) {
        reading.words.push_back({word.text, word.box, 0.99, reading.lines.size()});
        reading.lines.push_back({.box = word.box});
    }
    settle_letters(reading);
    std::vector<std::string> texts;
    for (const auto& word : reading.words) texts.push_back(word.text);
    return texts;
}

using Texts = std::vector<std::string>;

TEST(SettleLetters, TakesALoneRoundAmongNumbersForAZero) {
    EXPECT_EQ(
        settled({{"6", {10, 20, 7, 10}}, {"4", {10, 60, 7, 10}}, {"O", {10, 100, 7, 10}}}),
        (Texts{"6", "4", "0"})
    );
    EXPECT_EQ(settled({{"o", {10, 20, 7, 10}}, {"15%", {60, 20, 24, 10}}}), (Texts{"0", "15%"}));
}

TEST(SettleLetters, LeavesALoneRoundAmongLettersALetter) {
    EXPECT_EQ(
        settled(
            {{"9", {90, 20, 7, 10}},
             {"U", {30, 60, 7, 10}},
             {"I", {60, 60, 3, 10}},
             {"O", {90, 60, 9, 10}},
             {"P", {120, 60, 7, 10}}}
        ),
        (Texts{"9", "U", "I", "O", "P"})
    );
}

TEST(SettleLetters, KnowsCapitalsByTheirHeight) {
    EXPECT_EQ(
        settled({{"B", {10, 20, 8, 10}}, {"c", {60, 20, 8, 10}}, {"D", {110, 20, 8, 10}}}),
        (Texts{"B", "C", "D"})
    );
    EXPECT_EQ(
        settled({{"42", {10, 20, 14, 10}}, {"X", {60, 23, 7, 7}}, {"N", {110, 20, 8, 10}}}),
        (Texts{"42", "x", "N"})
    );
}

TEST(SettleLetters, ReadsALabelAsThoseBesideIt) {
    EXPECT_EQ(
        settled({{"Oh", {10, 90, 14, 10}}, {"4h", {60, 90, 14, 10}}, {"8h", {110, 90, 14, 10}}}),
        (Texts{"0h", "4h", "8h"})
    );
    EXPECT_EQ(
        settled({{"Ql", {10, 90, 14, 10}}, {"Q2", {60, 90, 14, 10}}, {"Q3", {110, 90, 14, 10}}}),
        (Texts{"Q1", "Q2", "Q3"})
    );
    EXPECT_EQ(
        settled({{"Oh", {10, 90, 14, 10}}, {"well", {60, 90, 24, 10}}}), (Texts{"Oh", "well"})
    );
}

TEST(SettleLetters, TakesALoneStrokeAmongNumbersForAOne) {
    EXPECT_EQ(
        settled({{"l", {10, 20, 3, 10}}, {"2", {60, 20, 7, 10}}, {"3", {110, 20, 7, 10}}}),
        (Texts{"1", "2", "3"})
    );
}

TEST(SettleLetters, ReadsACodeAsThoseAboveAndBelow) {  // P5
    EXPECT_EQ(
        settled(
            {{"KX-18250", {10, 20, 60, 10}},
             {"0A-62524", {10, 40, 60, 10}},
             {"Al-9l963", {10, 60, 60, 10}},
             {"TR-44O71", {10, 80, 60, 10}},
             {"BN-30518", {10, 100, 60, 10}},
             {"VE-71102", {10, 120, 60, 10}}}
        ),
        (Texts{"KX-18250", "OA-62524", "AI-91963", "TR-44071", "BN-30518", "VE-71102"})
    );
    // Codes without a form keep what was read.
    EXPECT_EQ(
        settled({{"a1l0c7e", {10, 20, 60, 10}}, {"99b1e0f", {10, 40, 60, 10}}}),
        (Texts{"a1l0c7e", "99b1e0f"})
    );
}

TEST(SettleLetters, KnowsThatLowWordsHaveNoCapitals) {  // P5
    EXPECT_EQ(
        settled({{"roW", {10, 23, 20, 7}}, {"select", {60, 20, 40, 10}}}), (Texts{"row", "select"})
    );
    EXPECT_EQ(
        settled({{"maX", {10, 20, 24, 10}}, {"Min", {60, 20, 24, 10}}}), (Texts{"maX", "Min"})
    );
}

TEST(SettleLetters, LeavesALetterWithFeetInAProgram) {  // P5
    Reading reading;
    reading.words = {{"for", {10, 20, 24, 10}, 0.99, 0}, {"l", {40, 20, 5, 10}, 0.99, 0}};
    reading.lines = {{.box = {10, 20, 50, 10}}};

    settle_letters(reading);

    EXPECT_EQ(reading.words[1].text, "l");
}

TEST(SettleLetters, TakesNoCursorForALetter) {
    Reading reading;
    reading.words = {{"l", {10, 20, 2, 14}, 0.86, 0}, {"Search", {300, 90, 40, 10}, 0.99, 1}};
    reading.lines = {{.box = {10, 20, 2, 14}}, {.box = {300, 90, 40, 10}}};

    settle_letters(reading);

    ASSERT_EQ(reading.lines.size(), 1u);
    ASSERT_EQ(reading.words.size(), 1u);
    EXPECT_EQ(reading.words[0].text, "Search");
    EXPECT_EQ(reading.words[0].line, 0u);
}

TEST(SettleLetters, KnowsThatALoneSmallLIsNoWord) {
    Reading reading;
    reading.words = {{"l", {10, 20, 2, 10}, 0.99, 0}, {"agree", {20, 20, 40, 10}, 0.99, 0}};
    reading.lines = {{.box = {10, 20, 50, 10}}};

    settle_letters(reading);

    EXPECT_EQ(reading.words[0].text, "I");
}

TEST(SettleLetters, LeavesWordsAndWhatStandsFarAwayAsTheyAre) {
    EXPECT_EQ(
        settled({{"OK", {10, 20, 20, 10}}, {"O", {900, 700, 9, 10}}, {"7", {10, 60, 7, 10}}}),
        (Texts{"OK", "O", "7"})
    );
}

TEST(SettleLetters, GivesAWordTheLettersOfOneScript) {
    EXPECT_EQ(
        settled({{"yog\u0430", {10, 20, 40, 10}}, {"towel", {60, 20, 40, 10}}}),
        (Texts{"yoga", "towel"})
    );
    EXPECT_EQ(settled({{"\u0434o\u043C", {10, 20, 40, 10}}}), (Texts{"\u0434\u043E\u043C"}));
}

TEST(SettleLetters, HasNoLettersOfAScriptThatThePageDoesNotHave) {
    EXPECT_EQ(
        settled({{"\u0420\u0421", {10, 20, 20, 10}}, {"floor", {60, 20, 40, 10}}}),
        (Texts{"PC", "floor"})
    );
}

TEST(SettleLetters, LeavesTwoScriptsOnAPageAsTheyAre) {
    const Texts both{"\u0420\u0421", "floor", "\u0434\u0430"};

    EXPECT_EQ(
        settled(
            {{both[0], {10, 20, 20, 10}}, {both[1], {60, 20, 40, 10}}, {both[2], {120, 20, 20, 10}}}
        ),
        both
    );
}

TEST(SettleLetters, TakesAnEmptyPageAndWordsOfAnySize) {
    EXPECT_EQ(settled({}), Texts{});
    EXPECT_EQ(
        settled({{"O", {0, 0, 60'000, 60'000}}, {"0", {0, 0, 1, 1}}, {"\xFF", {3, 3, 9, 9}}}),
        (Texts{"O", "0", "\xFF"})
    );
}

}  // namespace
}  // namespace fovea::reading
