#include "fovea/reading/recognise/cut_letters.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::reading {
namespace {

using media::test::blank;
using media::test::kBlack;
using media::test::kWhite;

// Of "TEN" at a place on a picture of 80×40, in letters of 10×14 pixels.
bool is_cut_at(std::uint32_t x, std::uint32_t y) {
    auto picture = blank({80, 40}, kWhite);
    media::test::write(picture, x, y, "TEN", 2, kBlack);
    const media::PixelRect box{x, y, 34, 14};
    const media::TextLine line{.box = box, .ground = kWhite, .ink = kBlack, .letter_height = 14};
    std::vector<Word> words{{"TEN", box, 0.9, 0}};
    mark_cut_letters(picture, line, words);
    return words[0].cut;
}

TEST(CutLetters, ReachTheEdgeOfThePicture) {  // P5
    EXPECT_TRUE(is_cut_at(0, 10));
    EXPECT_TRUE(is_cut_at(46, 10));
    EXPECT_TRUE(is_cut_at(20, 0));
    EXPECT_TRUE(is_cut_at(20, 26));
}

TEST(CutLetters, AreWholeWithTheThinnestMargin) {  // P5
    EXPECT_FALSE(is_cut_at(1, 10));
    EXPECT_FALSE(is_cut_at(45, 10));
    EXPECT_FALSE(is_cut_at(20, 1));
    EXPECT_FALSE(is_cut_at(20, 25));
}

TEST(CutLetters, AFrameAroundThePictureCutsNoWordWithinIt) {  // P5
    auto picture = blank({80, 40}, kWhite);
    media::test::fill(picture, {0, 0, 1, 40}, kBlack);
    media::test::write(picture, 20, 10, "TEN", 2, kBlack);
    const media::PixelRect box{20, 10, 34, 14};
    const media::TextLine line{.box = box, .ground = kWhite, .ink = kBlack, .letter_height = 14};
    std::vector<Word> words{{"TEN", box, 0.9, 0}};

    mark_cut_letters(picture, line, words);

    EXPECT_FALSE(words[0].cut);
}

}  // namespace
}  // namespace fovea::reading
