#include "fovea/context/picture_estimate.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

TEST(PictureEstimate, AScreenThatFitsIsCountedAsItIs) {  // K2, N14
    const auto estimate = estimate_picture({750, 750}, Lossless::Yes, {});

    EXPECT_EQ(estimate, (PictureEstimate{.tokens = 750, .tiles = 0, .downscaled = false}));
}

TEST(PictureEstimate, ALargeScreenCountsWithItsTiles) {  // M7, N14
    const auto screen = estimate_picture({3840, 2160}, Lossless::Yes, {});
    const auto photo = estimate_picture({3840, 2160}, Lossless::No, {});

    EXPECT_TRUE(screen.downscaled);
    EXPECT_GT(screen.tiles, 1U);
    EXPECT_GT(screen.tokens, 2 * photo.tokens);
    EXPECT_EQ(photo.tiles, 0U);
    EXPECT_TRUE(photo.downscaled);
}

}  // namespace
}  // namespace fovea::context
