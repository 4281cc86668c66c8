#include "fovea/reading/answer/changes/common_words.hpp"

#include "fovea/reading/answer/wording.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

std::vector<WordPiece> words(const std::string& text) {
    std::vector<WordPiece> pieces;
    for (const auto& word : words_between_spaces(text)) {
        pieces.emplace_back();
        append_word(pieces.back(), word, {0, 0, 8, 16}, 1);
    }
    return pieces;
}

using Bits = std::vector<bool>;

TEST(CommonWords, AreRunsInTheSameOrder) {  // M8
    const auto common = mark_common_words(words("new a b c d x"), words("a b c d y e"));

    EXPECT_EQ(common.words, 4u);
    EXPECT_EQ(common.before, (Bits{false, true, true, true, true, false}));
    EXPECT_EQ(common.after, (Bits{true, true, true, true, false, false}));
}

TEST(CommonWords, DoNotCountShortRuns) {
    EXPECT_EQ(mark_common_words(words("one of the two"), words("none of the best")).words, 0u);
}

TEST(CommonWords, OfNothingOrOfTooMuchAreNone) {
    EXPECT_EQ(mark_common_words({}, words("a b c d")).words, 0u);
    const std::vector<WordPiece> many(3000, words("a")[0]);
    EXPECT_EQ(mark_common_words(many, many).words, 0u);
}

}  // namespace
}  // namespace fovea::reading
