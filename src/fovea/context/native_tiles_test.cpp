#include "fovea/context/native_tiles.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

constexpr media::PixelSize kScreen{1920, 1080};
constexpr media::PixelSize kLargeScreen{2560, 1440};
constexpr std::uint32_t kMuch = 1000;  // times the height of a line

TEST(IsDense, ASheetWhoseLettersWouldVanish) {  // M7
    EXPECT_TRUE(is_dense({2768, 11}, kLargeScreen, {}));
    EXPECT_TRUE(is_dense({kMuch, 11}, kScreen, {}));
}

TEST(IsDense, APageInUsualLettersIsNot) {              // M7
    EXPECT_FALSE(is_dense({kMuch, 15}, kScreen, {}));  // 16 px
    EXPECT_FALSE(is_dense({2768, 40}, kLargeScreen, {}));
}

TEST(IsDense, AFewLabelsOrNoneAreNoReason) {  // M7
    EXPECT_FALSE(is_dense({300, 8}, kLargeScreen, {}));
    EXPECT_FALSE(is_dense({}, kLargeScreen, {}));
    EXPECT_FALSE(is_dense({kMuch, 8}, {}, {}));
}

TEST(IsDense, DependsOnHowSmallTheModelSeesIt) {  // M7
    const media::TextDensity code{kMuch, 13};
    RequestLimits limits;
    EXPECT_FALSE(is_dense(code, kScreen, limits));

    limits.token_rule = models::PatchFitRule{28, 1568, 1568};  // makes it smaller than its edge
    EXPECT_TRUE(is_dense(code, kScreen, limits));

    limits.recommended_edge = 2576;
    limits.token_rule = models::PatchFitRule{28, 2576, 4784};
    EXPECT_FALSE(is_dense(code, kScreen, limits));
}

TEST(IsWorthTiles, OnlyForWhatIsLargerThanTheModelTakesIt) {  // M7
    EXPECT_FALSE(is_worth_tiles(kLargeScreen, 2576, Density::Dense));
    EXPECT_TRUE(is_worth_tiles(kLargeScreen, 1568, Density::Dense));
    EXPECT_FALSE(is_worth_tiles(kLargeScreen, 1568, Density::Usual));
    EXPECT_TRUE(is_worth_tiles({800, 12000}, 1568, Density::Usual));
    EXPECT_FALSE(is_worth_tiles({}, 1568, Density::Dense));
}

TEST(NativeTiles, KeepTheirPixelsInTheModelsEyesToo) {  // M7
    RequestLimits limits;
    limits.token_rule = models::PatchFitRule{28, 1568, 1568};

    const auto tiles = native_tiles(kLargeScreen, 1568, limits, 20);

    ASSERT_EQ(tiles.size(), 4u);
    for (const auto& tile : tiles) {
        const auto seen = models::size_seen_by_model(*limits.token_rule, tile.size()).value();
        EXPECT_GE(seen.width, 0.95 * tile.width);
        EXPECT_GE(seen.height, 0.95 * tile.height);
    }
}

}  // namespace
}  // namespace fovea::context
