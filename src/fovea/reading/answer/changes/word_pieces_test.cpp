#include "fovea/reading/answer/changes/word_pieces.hpp"

#include "fovea/reading/answer/test_sight.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

TEST(WordPieces, AreTheWordsThatTouchARegion) {  // M8
    TestSight shot;
    shot.text(0, 0, "Updated 09:41:07 today at last").text(0, 100, "untouched line");
    const media::PixelRect regions[] = {{70, 0, 110, 10}};

    const auto pieces = pieces_within(shot.sight(), regions);

    ASSERT_EQ(pieces.list.size(), 1u);
    EXPECT_EQ(pieces.list[0].text, "09:41:07 today");
    EXPECT_EQ(pieces.list[0].box, (media::PixelRect{64, 0, 112, 16}));
    EXPECT_EQ(pieces.outside_words, 5u);
}

TEST(WordPieces, OfTheWholePictureAreLinesAndCellsAndBarcodes) {
    TestSight shot({500, 500});
    shot.text(0, 0, "one line").table(0, 50, 100, {{"a b", ""}, {"c", "d"}});
    shot.reading.barcodes = {{"QRCode", "https://x.org", {200, 200, 50, 50}}};
    const media::PixelRect all[] = {{0, 0, 500, 500}};

    std::vector<std::string> texts;
    for (const auto& piece : pieces_within(shot.sight(), all).list) texts.push_back(piece.text);

    EXPECT_EQ(
        texts, (std::vector<std::string>{"one line", "a b", "c", "d", "QRCode https://x.org"})
    );
}

TEST(WordPieces, ComeApartIntoWordsAgain) {
    WordPiece piece;
    append_word(piece, "Sign", {10, 20, 32, 16}, 0.9);
    append_word(piece, "in", {50, 20, 16, 16}, 0.8);

    const auto words = split_words(piece);

    EXPECT_EQ(piece.text, "Sign in");
    EXPECT_EQ(piece.box, (media::PixelRect{10, 20, 56, 16}));
    EXPECT_EQ(piece.confidence, 0.8);
    ASSERT_EQ(words.size(), 2u);
    EXPECT_EQ(words[1].text, "in");
    EXPECT_EQ(words[1].box, (media::PixelRect{50, 20, 16, 16}));
}

TEST(WordPieces, LeaveOutIndicesThatPointNowhere) {
    TestSight shot;
    shot.text(0, 0, "x");
    shot.page.blocks[0].lines[0].words = {7};
    const media::PixelRect all[] = {{0, 0, 500, 500}};

    EXPECT_EQ(pieces_within(shot.sight(), all), Pieces{});
}

}  // namespace
}  // namespace fovea::reading
