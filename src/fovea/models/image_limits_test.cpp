#include "fovea/models/image_limits.hpp"

#include <gtest/gtest.h>

namespace fovea::models {
namespace {

TEST(ImageLimits, AnthropicCountsBytesAfterBase64) {  // CAL-IMG-14
    const auto* model = shipped_catalogue().find("claude-sonnet-4-6");
    ASSERT_NE(model, nullptr);

    EXPECT_EQ(image_limits(*model).max_bytes, 3'932'160u);
}

TEST(ImageLimits, EdgeIsTheOneWorthSending) {  // M5, K1
    Model model;
    model.max_image_px = 2576;
    model.reject_image_px = 8000;

    EXPECT_EQ(image_limits(model).max_edge, 2576u);
}

TEST(ImageLimits, FormatsThatFailAreNotSent) {  // K1
    const auto* gemini = shipped_catalogue().find("gemini-3.8-flash");
    const auto* gpt = shipped_catalogue().find("gpt-5");
    ASSERT_TRUE(gemini != nullptr && gpt != nullptr);

    EXPECT_FALSE(image_limits(*gemini).accepts_gif);
    EXPECT_TRUE(image_limits(*gemini).accepts_webp);
    EXPECT_TRUE(image_limits(*gpt).accepts_gif);
}

}  // namespace
}  // namespace fovea::models
