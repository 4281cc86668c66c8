#include "fovea/reading/answer/changes/moved_pieces.hpp"

#include "fovea/reading/answer/changes/test_pieces.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using Pieces = std::vector<WordPiece>;
using Matches = std::vector<Match>;

TEST(MovedPieces, StayWhereTheyAreBeforeAnythingElse) {  // M8
    const Pieces before = {piece_at(0, 0, "Healthy"), piece_at(0, 40, "Healthy")};
    const Pieces after = {piece_at(0, 40, "Healthy"), piece_at(1, 1, "Healthy")};

    EXPECT_EQ(
        match_by_place(before, after, Evidence::OwnText, {}),
        (Matches{{0, 1, {1, 1}}, {1, 0, {0, 0}}})
    );
}

TEST(MovedPieces, FindTheirOwnInAColumnOfEqualCells) {  // M8
    // The third cell of the column became "Healthy", and all cells went 28 pixels to the right.
    const Pieces before = {
        piece_at(0, 0, "Status"),
        piece_at(0, 40, "Healthy"),
        piece_at(0, 80, "Degraded"),
        piece_at(0, 120, "Healthy")};
    const Pieces after = {
        piece_at(28, 0, "Status"),
        piece_at(28, 40, "Healthy"),
        piece_at(28, 80, "Healthy"),
        piece_at(28, 120, "Healthy")};

    EXPECT_EQ(
        match_by_place(before, after, Evidence::OwnText, {}),
        (Matches{{0, 0, {28, 0}}, {1, 1, {28, 0}}, {3, 3, {28, 0}}})
    );
}

TEST(MovedPieces, ThatAreShortDoNotGoFarOnTheirOwn) {
    const Pieces before = {piece_at(0, 0, "12"), piece_at(0, 40, "A longer line of text")};
    const Pieces after = {piece_at(900, 700, "12"), piece_at(500, 300, "A longer line of text")};

    EXPECT_EQ(match_by_place(before, after, Evidence::OwnText, {}), (Matches{{1, 1, {500, 260}}}));
}

TEST(MovedPieces, NeedCompanyWhenTheyAreSingleWords) {
    const Pieces before = {piece_at(100, 100, "in")};
    const Pieces after = {piece_at(109, 113, "in")};
    const std::vector<PiecePair> company = {
        {piece_at(0, 0, "a"), piece_at(9, 13, "a")}, {piece_at(0, 50, "b"), piece_at(9, 63, "b")}};

    EXPECT_TRUE(match_by_place(before, after, Evidence::Company, {}).empty());
    EXPECT_EQ(
        match_by_place(before, after, Evidence::Company, company), (Matches{{0, 0, {9, 13}}})
    );
}

TEST(MovedPieces, AreNotWeighedInHugeNumbers) {
    const Pieces before(3000, piece_at(0, 0, "l"));
    const Pieces after(3000, piece_at(500, 500, "l"));

    EXPECT_TRUE(match_by_place(before, after, Evidence::OwnText, {}).empty());
}

TEST(MovedPieces, MatchByTextInTheirOrder) {
    const Pieces before = {piece_at(0, 0, "a"), piece_at(0, 40, "b"), piece_at(0, 80, "a")};
    const Pieces after = {piece_at(5, 5, "a"), piece_at(9, 9, "a"), piece_at(7, 7, "c")};

    EXPECT_EQ(match_by_text(before, after), (Matches{{0, 0, {}}, {2, 1, {}}}));
}

}  // namespace
}  // namespace fovea::reading
