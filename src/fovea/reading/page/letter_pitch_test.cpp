#include "fovea/reading/page/letter_pitch.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fovea::reading {
namespace {

const std::vector<std::string> kTexts = {
    "william", "mammoth", "illicit", "commit", "little", "window", "filled", "memory"};

// Narrow and wide letters as in a font for books.
std::uint32_t width_of(char c) {
    if (c == 'i' || c == 'l' || c == 't' || c == 'f') return 5;
    return c == 'm' || c == 'w' ? 15 : 10;
}

std::vector<Word> words_of(bool monospaced) {
    std::vector<Word> words;
    for (const auto& text : kTexts) {
        std::uint32_t width = 0;
        for (const char c : text) width += monospaced ? 9 : width_of(c);
        words.push_back({text, {0, 0, width - 2, 14}, 0.9, 0});
    }
    return words;
}

TEST(ShareOfOnePitch, IsHighWhereAllLettersAreEquallyWide) {
    EXPECT_EQ(share_of_one_pitch(words_of(true)), 1.0);
}

TEST(ShareOfOnePitch, IsLowWhereTheyAreNot) {
    EXPECT_LT(share_of_one_pitch(words_of(false)), 0.6);
}

TEST(ShareOfOnePitch, SaysNothingOfNumbersAndOfFewWords) {
    std::vector<Word> numbers(20, Word{"1234567", {0, 0, 60, 14}, 0.9, 0});
    EXPECT_EQ(share_of_one_pitch(numbers), 0.0);

    auto few = words_of(true);
    few.resize(3);
    EXPECT_EQ(share_of_one_pitch(few), 0.0);
    EXPECT_EQ(share_of_one_pitch({}), 0.0);
}

TEST(ShareOfOnePitch, LeavesOutWhatWasHardlyRead) {
    auto words = words_of(true);
    for (auto word : words_of(false)) {
        word.confidence = 0.2;
        words.push_back(word);
    }

    EXPECT_EQ(share_of_one_pitch(words), 1.0);
}

}  // namespace
}  // namespace fovea::reading
