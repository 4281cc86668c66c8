#include "fovea/reading/recognise/find_panels.hpp"

#include "fovea/media/text/test_writing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::reading {
namespace {

using media::test::blank;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr media::Colour kPage{240, 240, 245};
constexpr media::Colour kCard{255, 255, 255};

void fill(media::Picture& picture, const media::PixelRect& box, const media::Colour& colour) {
    for (auto y = box.y; y < box.y + box.height; ++y) {
        for (auto x = box.x; x < box.x + box.width; ++x) {
            auto* pixel = picture.row(y) + std::size_t{x} * 3;
            pixel[0] = colour.red;
            pixel[1] = colour.green;
            pixel[2] = colour.blue;
        }
    }
}

TEST(FindPanels, FindsCardsWithWritingOnThem) {
    auto picture = blank({400, 200}, kPage);
    const media::PixelRect left{20, 30, 160, 100};
    const media::PixelRect right{200, 30, 160, 90};
    for (const auto& card : {left, right}) fill(picture, card, kCard);
    media::test::write(picture, 40, 50, "TEN LENT", 2, {0, 0, 0});

    EXPECT_THAT(find_panels(picture), ElementsAre(left, right));
}

TEST(FindPanels, FindsWhatALineGoesAround) {
    auto picture = blank({300, 200}, kCard);
    fill(picture, {40, 40, 200, 100}, {120, 120, 120});
    fill(picture, {41, 41, 198, 98}, kCard);

    EXPECT_THAT(find_panels(picture), ElementsAre(media::PixelRect{41, 41, 198, 98}));
}

TEST(FindPanels, TakesNoPageAndNoPieceOfOneForAPanel) {
    auto picture = blank({300, 200}, kCard);
    media::test::write(picture, 40, 50, "TEN TENTH LENT", 2, {0, 0, 0});
    fill(picture, {40, 100, 60, 12}, kPage);  // too low

    EXPECT_THAT(find_panels(picture), IsEmpty());
    EXPECT_THAT(find_panels({}), IsEmpty());
}

}  // namespace
}  // namespace fovea::reading
