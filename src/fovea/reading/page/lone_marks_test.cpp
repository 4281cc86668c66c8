#include "fovea/reading/page/lone_marks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

struct Placed {
    std::string text;
    media::PixelRect box;
};

using Texts = std::vector<std::string>;

// Each word a line of its own.
Texts left(const std::vector<Placed>& words) {
    Reading reading;
    for (const auto& word : words) {
        reading.words.push_back({word.text, word.box, 0.99, reading.lines.size()});
        reading.lines.push_back({.box = word.box});
    }
    settle_marks(reading);
    Texts texts;
    for (const auto& word : reading.words) {
        EXPECT_LT(word.line, reading.lines.size());
        texts.push_back(word.text);
    }
    EXPECT_TRUE(std::ranges::is_sorted(reading.words, {}, &Word::line));
    return texts;
}

TEST(LoneMarks, OfADiffStay) {  // P5
    const std::vector<Placed> diff{
        {"-", {351, 124, 5, 2}},
        {"return", {427, 119, 60, 12}},
        {"+", {350, 140, 7, 7}},
        {"yield", {427, 139, 50, 12}}};

    EXPECT_EQ(left(diff), (Texts{"-", "return", "+", "yield"}));
}

TEST(LoneMarks, OfAListStay) {  // P5
    EXPECT_EQ(
        left(
            {{"\u2713", {82, 230, 11, 10}},
             {"Storage", {101, 230, 60, 12}},
             {"\u2717", {82, 256, 11, 10}},
             {"Backups", {101, 256, 60, 12}}}
        ),
        (Texts{"\u2713", "Storage", "\u2717", "Backups"})
    );
}

TEST(LoneMarks, OfAListAreOfTheLinesThatTheyMark) {  // P5
    Reading reading;
    reading.words = {
        {"Storage", {101, 230, 60, 12}, 0.99, 0},
        {"total", {170, 230, 60, 12}, 0.99, 0},
        {"\u2713", {82, 230, 11, 10}, 0.99, 1}};
    reading.lines = {{.box = {101, 230, 129, 12}}, {.box = {82, 230, 11, 10}}};

    settle_marks(reading);

    ASSERT_EQ(reading.lines.size(), 1u);
    EXPECT_EQ(reading.lines[0].box, (media::PixelRect{82, 230, 148, 12}));
    ASSERT_EQ(reading.words.size(), 3u);
    EXPECT_EQ(reading.words[0].text, "\u2713");
    EXPECT_EQ(reading.words[2].text, "total");
}

TEST(LoneMarks, OfATableStayWhereverTheirRowBegins) {  // P5
    EXPECT_EQ(
        left(
            {{"Audit", {20, 100, 50, 12}},
             {"\u2717", {400, 102, 10, 10}},
             {"\u2713", {500, 102, 10, 10}},
             {"Backups", {20, 130, 70, 12}},
             {"\u2713", {400, 132, 10, 10}},
             {"\u2713", {500, 132, 10, 10}}}
        ),
        (Texts{"Audit", "\u2717", "\u2713", "Backups", "\u2713", "\u2713"})
    );
}

TEST(LoneMarks, ThatMarkNothingGo) {  // P5
    EXPECT_EQ(left({{"+", {350, 140, 7, 7}}, {"Title", {20, 20, 50, 12}}}), Texts{"Title"});
    // A button that closes a window, and an icon beside a heading.
    EXPECT_EQ(left({{"\u00D7", {780, 20, 9, 9}}, {"Title", {20, 20, 50, 12}}}), Texts{"Title"});
    EXPECT_EQ(left({{"+", {5, 22, 7, 7}}, {"Title", {20, 20, 50, 12}}}), Texts{"Title"});
}

TEST(LoneMarks, AreLookedForBesideWordsOfAnySize) {
    EXPECT_EQ(left({}), Texts{});
    EXPECT_EQ(
        left({{"\u2713", {0, 0, 60'000, 60'000}}, {"7", {0, 0, 1, 1}}, {"-", {9, 9, 1, 1}}}),
        Texts{"7"}
    );
}

}  // namespace
}  // namespace fovea::reading
