#include "fovea/media/transform/fit.hpp"

#include <gtest/gtest.h>

namespace fovea::media {
namespace {

TEST(FitWithin, KeepsTheShapeWhenTheLongestEdgeIsTooLong) {  // M5, CAL-IMG-15
    EXPECT_EQ(fit_within({3840, 2160}, 1568), (PixelSize{1568, 882}));
    EXPECT_EQ(fit_within({800, 4000}, 2000), (PixelSize{400, 2000}));
}

TEST(FitWithin, NeverEnlarges) {  // M5, CAL-IMG-15
    EXPECT_EQ(fit_within({1568, 882}, 1568), (PixelSize{1568, 882}));
    EXPECT_EQ(fit_within({1, 1}, 1568), (PixelSize{1, 1}));
}

TEST(FitWithin, KeepsAtLeastOnePixelOfTheShortSide) {  // M5
    EXPECT_EQ(fit_within({12000, 3}, 1568), (PixelSize{1568, 1}));
    EXPECT_EQ(fit_within({1, 4'000'000'000u}, 1568), (PixelSize{1, 1568}));
}

}  // namespace
}  // namespace fovea::media
