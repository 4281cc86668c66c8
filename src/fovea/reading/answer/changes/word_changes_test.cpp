#include "fovea/reading/answer/changes/word_changes.hpp"

#include "fovea/reading/answer/changes/test_pieces.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Pieces = std::vector<WordPiece>;
using Texts = std::vector<std::string>;

Texts texts(const std::vector<PiecePair>& pairs) {
    Texts list;
    for (const auto& pair : pairs) list.push_back(pair.before.text + " > " + pair.after.text);
    return list;
}

Texts texts(const Pieces& pieces) {
    Texts list;
    for (const auto& piece : pieces) list.push_back(piece.text);
    return list;
}

TEST(WordChanges, PairWhatStoodAndStandsAtOnePlace) {  // M8
    const Pieces before = {piece_at(100, 100, "317"), piece_at(100, 200, "same")};
    const Pieces after = {piece_at(100, 100, "713"), piece_at(100, 200, "same")};

    const auto changes = find_word_changes(before, after, Places::Comparable);

    EXPECT_EQ(texts(changes.replaced), Texts{"317 > 713"});
    EXPECT_EQ(texts(changes.same), Texts{"same > same"});
    EXPECT_TRUE(changes.removed.empty() && changes.added.empty() && changes.moved.empty());
}

TEST(WordChanges, PairWhatMovedWithItsNeighbours) {  // M8
    // The button's label changed, and all around it went down by 60 pixels.
    const Pieces before = {
        piece_at(200, 100, "Sign in"),
        piece_at(180, 140, "Forgot your password?"),
        piece_at(180, 60, "Password here")};
    const Pieces after = {
        piece_at(206, 160, "Log in"),
        piece_at(180, 200, "Forgot your password?"),
        piece_at(180, 120, "Password here"),
        piece_at(180, 20, "The password is incorrect.")};

    const auto changes = find_word_changes(before, after, Places::Comparable);

    EXPECT_EQ(texts(changes.replaced), Texts{"Sign in > Log in"});
    EXPECT_EQ(texts(changes.added), Texts{"The password is incorrect."});
    EXPECT_EQ(changes.moved.size(), 2u);
    EXPECT_TRUE(changes.removed.empty());
}

TEST(WordChanges, SeeThroughLinesThatWereCutDifferently) {  // M8
    const Pieces before = {piece_at(0, 0, "3,090 ms"), piece_at(0, 40, "4,455 ms")};
    const Pieces after = {
        piece_at(24, 0, "3,090"),
        piece_at(72, 0, "ms"),
        piece_at(24, 40, "4,455"),
        piece_at(72, 40, "ms")};

    const auto changes = find_word_changes(before, after, Places::Comparable);

    EXPECT_EQ(texts(changes.moved), (Texts{"3,090 ms > 3,090 ms", "4,455 ms > 4,455 ms"}));
    EXPECT_TRUE(changes.removed.empty() && changes.added.empty() && changes.replaced.empty());
}

TEST(WordChanges, ShowShortLinesWholeWhenAWordOfThemChanged) {
    const Pieces before = {piece_at(0, 0, "Retries left: 3")};
    const Pieces after = {piece_at(0, 0, "Retries left: 2")};

    EXPECT_EQ(
        texts(find_word_changes(before, after, Places::Comparable).replaced),
        Texts{"Retries left: 3 > Retries left: 2"}
    );
}

TEST(WordChanges, KnowAParagraphWhoseLinesBreakElsewhere) {  // M8
    const Pieces before = {
        piece_at(0, 0, "we read all of the words"), piece_at(0, 20, "and then we count them")};
    const Pieces after = {
        piece_at(0, 0, "Today we read all of"),
        piece_at(0, 20, "the words and then we"),
        piece_at(0, 40, "count them")};

    const auto changes = find_word_changes(before, after, Places::Comparable);

    EXPECT_EQ(texts(changes.added), Texts{"Today"});
    EXPECT_TRUE(changes.removed.empty());
    EXPECT_GT(changes.reflowed_words, 0u);
}

TEST(WordChanges, CompareByTextAloneWherePlacesAreUnrelated) {  // M8
    const Pieces before = {piece_at(0, 0, "Menu"), piece_at(0, 40, "Old price")};
    const Pieces after = {piece_at(500, 900, "Menu"), piece_at(0, 40, "New price")};

    const auto changes = find_word_changes(before, after, Places::Unrelated);

    EXPECT_EQ(texts(changes.same), Texts{"Menu > Menu"});
    EXPECT_EQ(texts(changes.removed), Texts{"Old price"});
    EXPECT_EQ(texts(changes.added), Texts{"New price"});
    EXPECT_TRUE(changes.replaced.empty());
}

TEST(WordChanges, OfNothingAreNone) {
    EXPECT_EQ(find_word_changes({}, {}, Places::Comparable), WordChanges{});
    EXPECT_EQ(find_word_changes({}, {}, Places::Unrelated), WordChanges{});
}

}  // namespace
}  // namespace fovea::reading
