#include "fovea/reading/recognise/text_turn.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

constexpr TextTurn kTurns[] = {
    TextTurn::None, TextTurn::Quarter, TextTurn::Half, TextTurn::ThreeQuarters};

TEST(TextTurn, QuarterMeansWritingFromTopToBottom) {
    // The readable picture's left end, where a line begins, is the upright picture's top.
    const auto box = from_readable({0, 0, 10, 5}, TextTurn::Quarter, {0, 0, 100, 200});

    EXPECT_EQ(box, (media::PixelRect{95, 0, 5, 10}));
}

TEST(TextTurn, BoxesFollowTheirPixels) {
    const media::PixelRect area{30, 40, 50, 70};
    const media::PixelRect mark{33, 42, 4, 9};
    for (const auto turn : kTurns) {
        auto picture = media::test::blank(area.size(), media::test::kWhite);
        media::test::fill(
            picture,
            {mark.x - area.x, mark.y - area.y, mark.width, mark.height},
            media::test::kBlack
        );

        const auto readable = orient(std::move(picture), to_readable(turn));
        const auto box = into_readable(mark, turn, area);

        EXPECT_EQ(readable.size(), readable_size(area.size(), turn));
        EXPECT_EQ(readable.row(box.y)[std::size_t{box.x} * 3], 0);
        EXPECT_EQ(readable.row(box.y + box.height - 1)[std::size_t{box.x + box.width - 1} * 3], 0);
        EXPECT_EQ(from_readable(box, turn, area), mark);
    }
}

}  // namespace
}  // namespace fovea::reading
