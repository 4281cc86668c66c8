#include "fovea/reading/recognise/colour_bins.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace fovea::reading {
namespace {

TEST(ColourBins, GivesTheColourThatIsMeantExactly) {
    ColourBins bins;
    bins.add(0x1E1E2E, 900);
    bins.add(0x1F1E2E, 1);  // a rim in the same bin
    bins.add(0xCDD6F4, 99);

    const auto colours = bins.main_colours();

    ASSERT_EQ(colours.size(), 2u);
    EXPECT_EQ(colours[0], (ColourShare{{0x1E, 0x1E, 0x2E}, 0.901}));
    EXPECT_EQ(colours[1], (ColourShare{{0xCD, 0xD6, 0xF4}, 0.099}));
    EXPECT_EQ(bins.tones(), 2u);
}

TEST(ColourBins, NamesNoBlendsWhereThePictureIsDrawn) {
    ColourBins bins;
    bins.add(0xFFFFFF, 800);
    bins.add(0x000000, 100);
    for (int i = 0; i < 100; ++i) bins.add(0x808080, 1);

    const auto colours = bins.main_colours();

    ASSERT_EQ(colours.size(), 2u);
    EXPECT_EQ(colours[0].colour, (media::Colour{255, 255, 255}));
    EXPECT_EQ(colours[1].colour, (media::Colour{0, 0, 0}));
}

TEST(ColourBins, HasAtMostSixAndNoMoreThanAll) {
    ColourBins bins;
    for (std::uint32_t red = 0; red < 256; red += 5) {
        for (std::uint32_t blue = 0; blue < 256; blue += 5) bins.add(red << 16 | 0x4000 | blue, 1);
    }

    const auto colours = bins.main_colours();

    EXPECT_EQ(colours.size(), kMaxLookColours);
    double together = 0;
    for (const auto& one : colours) together += one.share;
    EXPECT_LE(together, 1.0);
    EXPECT_GE(colours.front().share, colours.back().share);
}

TEST(ColourBins, IsEmptyWithoutPixels) {
    EXPECT_TRUE(ColourBins().main_colours().empty());
    EXPECT_EQ(ColourBins().tones(), 0u);
}

}  // namespace
}  // namespace fovea::reading
