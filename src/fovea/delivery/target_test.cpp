#include "fovea/delivery/target.hpp"

#include "fovea/delivery/cost.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace fovea::delivery {
namespace {

using providers::LearntLimit;
using What = LearntLimit::What;

TEST(Target, HasTheLimitsOfItsRow) {  // K1, DIG-27
    const auto target = find_target({}, "anthropic/claude-sonnet-4-6").value();

    EXPECT_EQ(target.kind, "anthropic");
    EXPECT_EQ(target.limits.max_edge, 8000u);
    EXPECT_EQ(target.limits.many_images->count, 20u);
    EXPECT_EQ(target.limits.many_images->max_edge, 2000u);
    EXPECT_FALSE(target.limits.max_image_bytes);
    EXPECT_TRUE(target.limits.max_image_encoded_bytes);
    EXPECT_TRUE(target.traits.vision);
    EXPECT_TRUE(target.traits.pdf);
    EXPECT_TRUE(target.limits.token_rule);
}

TEST(Target, OfAnUnknownModelSeesNothing) {  // K1, ETH-13
    const auto target = find_target({}, "openai/some-new-model").value();

    EXPECT_FALSE(target.traits.vision);
    EXPECT_FALSE(target.traits.pdf);
}

TEST(Target, VisionCanBeSaidInTheConfiguration) {  // DIG-13
    config::Settings settings;
    settings.models["some-new-model"] = {.vision = true};

    EXPECT_TRUE(find_target(settings, "openai/some-new-model").value().traits.vision);
}

TEST(Target, WhatAServerSaysIsTaken) {  // K1
    const auto says = [](const auto&, std::string_view) {
        return models::ServerMetadata{.vision = true, .context = 4096};
    };

    const auto target = find_target({}, "ollama/llava-of-mine", says).value();

    EXPECT_TRUE(target.traits.vision);
    EXPECT_EQ(target.limits.max_image_tokens, 3072u);
}

TEST(Target, AnOperatorsCapsReplaceTheRecommendedOnes) {  // CAL-IMG-18
    config::Settings settings;
    settings.images.max_edge = 1000;
    settings.images.max_bytes = 300'000;

    const auto target = find_target(settings, "anthropic/claude-sonnet-4-6").value();

    EXPECT_EQ(target.limits.recommended_edge, 1000u);
    EXPECT_EQ(target.limits.max_image_bytes, 300'000u);
    EXPECT_EQ(target.limits.max_edge, 8000u);
}

TEST(Target, WithoutAKnownProviderIsAnError) {  // ETH-14
    EXPECT_FALSE(find_target({}, "a-model-of-nobody").ok());
    EXPECT_FALSE(find_target({}, "nobody/claude").ok());
}

TEST(Target, ItsEndpointHoldsNoPassword) {  // Q5
    config::Settings settings;
    settings.providers["mine"] = {.kind = "ollama", .base_url = "http://me:word@box:1"};

    EXPECT_EQ(find_target(settings, "mine/m").value().endpoint(), "http://me:***@box:1 m");
}

TEST(AgeingFor, MindsTheCacheOnlyWhereThereIsOne) {  // X2, DIG-22
    const auto claude = find_target({}, "anthropic/claude-sonnet-4-6").value();
    const auto llava = find_target({}, "ollama/llava").value();
    config::ImageSettings images;

    EXPECT_EQ(ageing_for(claude, images).policy, context::AgeingPolicy::CacheAware);
    EXPECT_DOUBLE_EQ(ageing_for(claude, images).cache.read, 0.1);
    EXPECT_EQ(ageing_for(claude, images).cache.reach, context::CacheReach::FirstPicture);
    EXPECT_EQ(ageing_for(claude, images).limits.recommended_edge, claude.limits.recommended_edge);
    EXPECT_EQ(ageing_for(llava, images).policy, context::AgeingPolicy::Turns);

    images.aging_policy = "turns";
    images.aging_low_turns = 7;
    images.low_res_size = 300;
    EXPECT_EQ(ageing_for(claude, images).policy, context::AgeingPolicy::Turns);
    EXPECT_EQ(ageing_for(claude, images).low_turns, 7u);
    EXPECT_EQ(ageing_for(claude, images).low_edge, 300u);
    images.aging_policy = "off";
    EXPECT_EQ(ageing_for(claude, images).policy, context::AgeingPolicy::Off);
}

TEST(ApplyLearnt, OnlyEverMakesStricter) {  // P4
    Target target;
    target.limits = {.max_images = 10, .max_edge = 4000, .min_edge = 28};
    const std::vector<LearntLimit> told = {
        {What::Images, 20},
        {What::ImageEdge, 3000},
        {What::ImageBytes, 100},
        {What::LeastEdge, 11},
        {What::ReplyAfterTools, 1},
        {What::CallIdLength, 9}};

    const bool first = apply_learnt(target, told);
    const bool again = apply_learnt(target, told);

    EXPECT_TRUE(first);
    EXPECT_FALSE(again);
    EXPECT_EQ(target.limits.max_images, 10u);
    EXPECT_EQ(target.limits.max_edge, 3000u);
    EXPECT_EQ(target.limits.max_image_bytes, 100u);
    EXPECT_EQ(target.limits.min_edge, 28u);
    EXPECT_FALSE(target.traits.user_after_tools);
    EXPECT_EQ(target.traits.call_id_length, 9u);
}

TEST(Cost, ComesFromTheTokensThatWereReported) {  // CAL-IMG-30, CAL-HL-30
    config::Settings settings;
    settings.models["m"] = {.price_in = 3, .price_out = 15};
    const auto target = find_target(settings, "openai/m").value();

    const auto cost = cost_of(
        {.input_tokens = 1000, .output_tokens = 100}, target, store::Time{std::chrono::seconds(0)}
    );

    EXPECT_DOUBLE_EQ(cost.usd, 0.0045);
    EXPECT_TRUE(cost.is_known);
}

TEST(Cost, ThatNobodyKnowsIsZeroAndSaysSo) {  // K3, CAL-HL-30
    const auto target = find_target({}, "openai/some-new-model").value();

    const auto cost = cost_of({.input_tokens = 1000}, target, store::Time{});

    EXPECT_EQ(cost.usd, 0);
    EXPECT_FALSE(cost.is_known);
    EXPECT_NE(missing_price(target).find("some-new-model"), std::string::npos);
}

TEST(Cost, CarriesTheDayOfItsPrices) {  // CAL-HL-31
    const auto target = find_target({}, "anthropic/claude-sonnet-4-6").value();

    EXPECT_FALSE(cost_of({.input_tokens = 1}, target, store::Time{}).pricing_as_of.empty());
}

}  // namespace
}  // namespace fovea::delivery
