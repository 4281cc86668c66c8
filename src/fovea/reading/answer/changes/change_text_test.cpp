#include "fovea/reading/answer/changes/change_text.hpp"

#include "fovea/reading/answer/changes/test_pieces.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(ChangeText, ShowsBothSides) {  // M8
    const PiecePair pair{piece_at(0, 0, "Sign in"), piece_at(0, 0, "Log in")};

    EXPECT_EQ(pair_text(pair), "\"Sign in\" → \"Log in\"");
    EXPECT_EQ(pair_label(pair), "Sign in → Log in");
}

TEST(ChangeText, ShowsOfLongLinesWhatDiffers) {
    const PiecePair pair{
        piece_at(0, 0, "one two three four five six seven eight nine ten"),
        piece_at(0, 0, "one two three FOUR five six seven eight nine ten")};

    EXPECT_EQ(pair_text(pair), "\"… three four five …\" → \"… three FOUR five …\"");
}

TEST(ChangeText, SaysInWhichDirectionSomethingMoved) {  // M8
    EXPECT_EQ(offset_text({0, 13}), "13 px down");
    EXPECT_EQ(offset_text({28, 0}), "28 px right");
    EXPECT_EQ(offset_text({-3, -12}), "3 px left and 12 px up");
}

TEST(ChangeText, GathersWhatMovedAlike) {  // M8
    const std::vector<PiecePair> moved = {
        {piece_at(0, 0, "a"), piece_at(0, 50, "a")},
        {piece_at(9, 9, "b"), piece_at(9, 22, "b")},
        {piece_at(0, 20, "c"), piece_at(1, 33, "c")}};

    EXPECT_EQ(moved_text(moved), "- 13 px down: \"b\", \"c\"\n- 50 px down: \"a\"\n");
}

}  // namespace
}  // namespace fovea::reading
