#include "fovea/reading/recognise/missed_letters.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::reading {
namespace {

// Rows of '#' and '.', at their own size; a letter is 6 columns wide, with 2 between.
LineImage image_of(const std::vector<std::string>& rows) {
    LineImage image;
    image.box = {0, 0, std::uint32_t(rows[0].size()), std::uint32_t(rows.size())};
    for (const auto& row : rows) {
        for (const char c : row) image.ink.push_back(c == '#' ? 255 : 0);
    }
    return image;
}

// 'x' is a letter that stands on the line, '_' lies below it, '=' is a letter with a line below.
LineImage drawn(std::string_view cells) {
    std::vector<std::string> rows(14);
    for (const char cell : cells) {
        const bool letter = cell == 'x' || cell == '=';
        const bool low = cell == '_' || cell == '=';
        for (std::size_t y = 0; y < rows.size(); ++y) {
            const bool ink = (letter && y < 10) || (low && y == 12);
            rows[y] += ink ? "######" : "......";
            rows[y] += (cell == '=' && y == 12) ? "##" : "..";
        }
    }
    return image_of(rows);
}

LineWord word(std::string text, std::size_t cell) {
    LineWord made{std::move(text), {}, double(cell) * 8, 0, 0.9};
    for (std::size_t i = 0; i < made.text.size(); ++i) {
        made.letters.push_back({i + 1, double(cell + i) * 8 + 3});
    }
    made.end = double(cell + made.text.size()) * 8;
    return made;
}

std::vector<std::string> texts(const std::vector<LineWord>& words) {
    std::vector<std::string> all;
    for (const auto& each : words) all.push_back(each.text);
    return all;
}

TEST(RestoreMissed, JoinsWordsAtAnUnderscoreThatWasTakenForASpace) {
    const auto words = restore_missed({word("add", 0), word("tax", 4)}, drawn("xxx_xxx"));

    EXPECT_EQ(texts(words), (std::vector<std::string>{"add_tax"}));
    EXPECT_EQ(words[0].letters.size(), 7u);
}

TEST(RestoreMissed, LeavesAnUnderscoreThatWasRead) {
    const auto words = restore_missed({word("add_tax", 0)}, drawn("xxx_xxx"));

    EXPECT_EQ(texts(words), (std::vector<std::string>{"add_tax"}));
}

TEST(RestoreMissed, CountsUnderscoresAtTheBeginning) {
    const auto words = restore_missed({word("init", 2)}, drawn("__xxxx"));

    EXPECT_EQ(texts(words), (std::vector<std::string>{"__init"}));
}

TEST(RestoreMissed, TakesAnUnderlineForNoUnderscore) {
    auto image = drawn("===_===");
    for (std::size_t x = 0; x < image.box.width; ++x) image.ink[12 * image.box.width + x] = 255;

    const auto words = restore_missed({word("add", 0), word("tax", 4)}, image);

    EXPECT_EQ(texts(words), (std::vector<std::string>{"add", "tax"}));
}

TEST(RestoreMissed, PutsAZeroWhereANumberHasInkThatWasNotRead) {
    const auto words = restore_missed({word("12", 1)}, drawn("xxxx"));

    EXPECT_EQ(texts(words), (std::vector<std::string>{"0120"}));
}

TEST(RestoreMissed, PutsNothingIntoWords) {
    const auto words = restore_missed({word("hi", 1)}, drawn("xxxx"));

    EXPECT_EQ(texts(words), (std::vector<std::string>{"hi"}));
}

TEST(RestoreMissed, TakesLinesWithoutWordsOrInk) {
    EXPECT_TRUE(restore_missed({}, drawn("xx")).empty());
    EXPECT_EQ(texts(restore_missed({word("a", 0)}, drawn("  "))), (std::vector<std::string>{"a"}));
}

}  // namespace
}  // namespace fovea::reading
