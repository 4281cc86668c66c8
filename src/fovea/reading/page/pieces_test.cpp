#include "fovea/reading/page/pieces.hpp"

#include "fovea/reading/page/test_page.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using test::TestPage;

TEST(Pieces, KnowTheFontWhateverIsWritten) {  // P5
    TestPage page;
    page.write(10, 100, "nose", {.em = 20});
    page.write(200, 100, "Badge", {.em = 20});
    page.write(400, 100, "eggs", {.em = 20});

    const auto pieces = pieces_of(page.reading);

    ASSERT_EQ(pieces.size(), 3u);
    for (const auto& piece : pieces) {
        EXPECT_NEAR(piece.em, 20, 1.5);
        EXPECT_NEAR(piece.baseline, 100, 1);
    }
}

TEST(Pieces, HoldTheWordsOfALineFromTheLeft) {  // P5
    TestPage page;
    page.write(10, 100, "one two three");
    std::swap(page.reading.words[0], page.reading.words[2]);

    const auto pieces = pieces_of(page.reading);

    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[0].words, (std::vector<std::size_t>{2, 1, 0}));
}

TEST(Pieces, StandUprightInATurnedPicture) {  // P5
    const media::PixelRect rect{100, 200, 30, 80};

    EXPECT_EQ(upright(rect, TextTurn::None), (Box{100, 200, 130, 280}));
    EXPECT_EQ(upright(rect, TextTurn::Quarter), (Box{200, -130, 280, -100}));
    EXPECT_EQ(upright(rect, TextTurn::Half), (Box{-130, -280, -100, -200}));
    EXPECT_EQ(upright(rect, TextTurn::ThreeQuarters), (Box{-280, 100, -200, 130}));
}

TEST(Pieces, TellHeadingsFromTextBySizeAndColour) {  // P5
    TestPage page;
    page.write(10, 100, "Heading", {.em = 24});
    page.write(10, 130, "Some text");
    page.write(10, 150, "Same size", {.ink = {150, 150, 150}});
    page.write(10, 170, "More text");

    const auto pieces = pieces_of(page.reading);

    EXPECT_FALSE(same_size(pieces[0], pieces[1]));
    EXPECT_TRUE(same_size(pieces[1], pieces[2]));
    EXPECT_FALSE(same_style(pieces[1], pieces[2]));
    EXPECT_TRUE(same_style(pieces[1], pieces[3]));
}

}  // namespace
}  // namespace fovea::reading
