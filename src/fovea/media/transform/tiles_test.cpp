#include "fovea/media/transform/tiles.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(Tiles, PictureThatFitsHasNone) {  // M7
    EXPECT_TRUE(plan_tiles({1568, 882}, {}).empty());
}

TEST(Tiles, LongPageIsCutFromTopToBottom) {  // M7
    const auto tiles = plan_tiles({800, 12000}, {});

    ASSERT_EQ(tiles.size(), 8u);
    EXPECT_EQ(tiles.front().y, 0u);
    EXPECT_EQ(tiles.back().y + tiles.back().height, 12000u);
    for (std::size_t i = 1; i < tiles.size(); ++i) {
        EXPECT_GE(tiles[i - 1].y + tiles[i - 1].height, tiles[i].y + 64) << i;
    }
}

TEST(Tiles, EveryPixelIsInATileAndEveryTileFits) {  // M7
    for (const PixelSize size :
         {PixelSize{3840, 2160},
          PixelSize{2560, 1440},
          PixelSize{1569, 1},
          PixelSize{5000, 5000}}) {
        const auto tiles = plan_tiles(size, {});

        ASSERT_FALSE(tiles.empty());
        std::uint32_t right = 0;
        std::uint32_t bottom = 0;
        for (const auto& tile : tiles) {
            EXPECT_LE(tile.size().longest_edge(), 1568u);
            EXPECT_LE(tile.x, right);  // reading order without holes
            EXPECT_LE(tile.y, bottom);
            right = tile.x + tile.width == size.width ? 0 : tile.x + tile.width;
            if (right == 0) bottom = tile.y + tile.height;
        }
        EXPECT_EQ(bottom, size.height);
    }
}

TEST(Tiles, MayBeWiderThanTall) {  // M7
    const auto tiles = plan_tiles({1440, 2000}, {.largest = {1568, 800}});

    ASSERT_EQ(tiles.size(), 3u);
    EXPECT_EQ(tiles.front().size(), (PixelSize{1440, 710}));
    EXPECT_EQ(piece_length(2000, 800, 64), 710u);
    EXPECT_EQ(piece_length(700, 800, 64), 700u);
}

TEST(Tiles, TooManyTilesAreNone) {  // M7
    EXPECT_TRUE(plan_tiles({50000, 2000}, {}).empty());
    EXPECT_TRUE(plan_tiles({4'000'000'000u, 1}, {}).empty());
}

}  // namespace
}  // namespace fovea::media
