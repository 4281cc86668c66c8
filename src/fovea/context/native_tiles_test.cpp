#include "fovea/context/native_tiles.hpp"

#include "fovea/context/picture_needs.hpp"

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

    const auto plan = native_tiles(kLargeScreen, 1568, limits, 20);

    ASSERT_EQ(plan.tiles.size(), 4u);
    EXPECT_EQ(plan.scale, 1);
    for (const auto& tile : plan.tiles) EXPECT_EQ(scale_seen(tile.size(), tile.size(), limits), 1);
}

RequestLimits standard() {  // claude-sonnet-4-6
    RequestLimits limits;
    limits.token_rule = models::PatchFitRule{28, 1568, 1568};
    return limits;
}

TEST(NativeTiles, ATallPageGoesInStripsOfItsWholeWidth) {  // M7
    const auto strips = native_tiles({1440, 12000}, 1568, standard(), 20);

    ASSERT_EQ(strips.tiles.size(), 16u);
    EXPECT_EQ(strips.scale, 1);
    for (const auto& strip : strips.tiles) {
        EXPECT_EQ(strip.size(), (media::PixelSize{1440, 810}));
        EXPECT_EQ(scale_seen(strip.size(), strip.size(), standard()), 1);
    }

    const auto longer = native_tiles({1440, 13200}, 1568, standard(), 20);
    EXPECT_EQ(longer.tiles.size(), 17u);
    EXPECT_EQ(longer.tiles.front().width, 1440u);
    EXPECT_EQ(longer.scale, 1);
}

TEST(NativeTiles, AWidePageGoesInPiecesOfItsWholeHeight) {  // M7
    const auto pieces = native_tiles({12000, 1440}, 1568, standard(), 20);

    ASSERT_EQ(pieces.tiles.size(), 16u);
    for (const auto& piece : pieces.tiles) {
        EXPECT_EQ(piece.size(), (media::PixelSize{810, 1440}));
    }
}

TEST(NativeTiles, MoreColumnsOnlyWhereOneIsTooWide) {  // M7
    const auto plan = native_tiles({2400, 6000}, 1568, standard(), 20);

    EXPECT_EQ(plan.scale, 1);
    EXPECT_EQ(plan.tiles.front().width, 1232u);  // two, with 64 px of both
}

TEST(NativeTiles, ShrinksWhatWouldBeTooManyAndSaysHowFar) {  // M7
    const auto plan = native_tiles({1440, 24000}, 1568, standard(), 20);

    ASSERT_FALSE(plan.tiles.empty());
    EXPECT_LE(plan.tiles.size(), 20u);
    EXPECT_LT(plan.scale, 1);
    EXPECT_GT(plan.scale, 0.6);
    EXPECT_EQ(plan.tiles.front().x, 0u);
    EXPECT_EQ(plan.tiles.front().width, 1440u);
    EXPECT_EQ(plan.tiles.back().y + plan.tiles.back().height, 24000u);

    EXPECT_TRUE(native_tiles({1440, 200'000}, 1568, standard(), 20).tiles.empty());
}

TEST(NativeTiles, WhatShrinksAnywayIsNotCutAcrossItsLines) {  // M7
    RequestLimits limits;
    limits.recommended_edge = 1568;
    limits.token_rule = models::PatchFitRule{28, 1568, 1568};
    const auto plan = native_tiles({2880, 16'000}, 1568, limits, 19);

    EXPECT_GE(plan.scale, 0.5);
    ASSERT_FALSE(plan.tiles.empty());
    for (const auto& tile : plan.tiles) EXPECT_EQ(tile.width, 2880U);
}

TEST(NativeTiles, KeepWithinTheShortSideOfOlderModels) {  // M7
    RequestLimits limits{.recommended_edge = 2048};
    limits.token_rule = models::TileRule{85, 170};

    const auto plan = native_tiles({1440, 12000}, 2048, limits, 20);

    ASSERT_FALSE(plan.tiles.empty());
    EXPECT_EQ(plan.scale, 1);
    EXPECT_EQ(plan.tiles.front().width, 1440u);
    EXPECT_LE(plan.tiles.front().height, 768u);
}

TEST(NativeTiles, OfEveryShapeCoverAllAndStayNative) {  // M7
    for (const auto& rule : std::initializer_list<models::ImageTokenRule>{
             models::PatchFitRule{28, 1568, 1568},
             models::PatchFitRule{28, 2576, 4784},
             models::TileRule{85, 170},
             models::SmartResizeRule{28, 3136, 12845056},
             models::UnknownRule{}}) {
        RequestLimits limits;
        limits.token_rule = rule;
        for (const media::PixelSize page :
             {media::PixelSize{800, 12000},
              media::PixelSize{1440, 12000},
              media::PixelSize{12000, 1440},
              media::PixelSize{3840, 2160},
              media::PixelSize{5000, 5000},
              media::PixelSize{390, 30000},
              media::PixelSize{1570, 1569}}) {
            const auto plan = native_tiles(page, 1568, limits, 20);
            ASSERT_FALSE(plan.tiles.empty());
            std::uint32_t right = 0;
            std::uint32_t bottom = 0;
            for (const auto& tile : plan.tiles) {
                EXPECT_LE(tile.x, right);
                EXPECT_LE(tile.y, bottom);
                right = tile.x + tile.width == page.width ? 0 : tile.x + tile.width;
                if (right == 0) bottom = tile.y + tile.height;
                const auto sent = tile_size(tile, plan.scale);
                EXPECT_LE(sent.longest_edge(), 1568u);
                EXPECT_GE(scale_seen(sent, sent, limits), 0.95);
            }
            EXPECT_EQ(bottom, page.height);
        }
    }
}

}  // namespace
}  // namespace fovea::context
