#include "fovea/context/picture_tokens.hpp"

#include "fovea/context/test_messages.hpp"
#include "fovea/models/catalogue.hpp"

#include <gtest/gtest.h>

namespace fovea::context {
namespace {

constexpr media::PixelSize kScreen{1920, 1080};

RequestLimits limits_of(std::string_view name) {
    const auto* model = models::shipped_catalogue().find(name);
    RequestLimits limits;
    limits.recommended_edge = model->max_image_px;
    limits.token_rule = *models::shipped_catalogue().rule(model->image_tokens);
    return limits;
}

double whole(const content::ImageBlock& image, const RequestLimits& limits) {
    return PictureTokens(limits, 512).of(image, Form::Full);
}

TEST(PictureTokens, AScreenThatTheModelTakesWholeIsNotInTiles) {  // X2
    const auto limits = limits_of("claude-opus-4-7");             // takes 2576 px

    const auto counted = models::estimate_image_tokens(*limits.token_rule, kScreen).value();
    EXPECT_EQ(whole(picture('a', kScreen), limits), static_cast<double>(counted));
}

TEST(PictureTokens, AScreenLargerThanTheModelTakesItMayBeInTiles) {  // X2
    const auto limits = limits_of("claude-sonnet-4-6");              // takes 1568 px
    auto photo = picture('a', kScreen);
    photo.mime = "image/jpeg";

    const auto counted = models::estimate_image_tokens(*limits.token_rule, kScreen).value();
    EXPECT_EQ(whole(photo, limits), static_cast<double>(counted));
    EXPECT_GT(whole(picture('a', kScreen), limits), 2.0 * static_cast<double>(counted));
}

TEST(PictureTokens, SmallOnesAndWordsCountWhatTheyAreSentAs) {
    const RequestLimits limits;  // nobody knows how the model counts
    PictureTokens tokens(limits, 512);

    EXPECT_DOUBLE_EQ(tokens.of(picture('a', {1024, 750}), Form::Full), 1024);
    EXPECT_DOUBLE_EQ(tokens.of(picture('a', {1024, 750}), Form::Low), 256);
    EXPECT_DOUBLE_EQ(tokens.of(picture('a', {1024, 750}), Form::Text), kPlaceholderTokens);
}

}  // namespace
}  // namespace fovea::context
