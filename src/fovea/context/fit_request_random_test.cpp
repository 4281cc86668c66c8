#include "fovea/base/base64.hpp"
#include "fovea/context/fit_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fovea::context {
namespace {

std::vector<bool> as_pixels(const RequestPlan& plan) {
    std::vector<bool> pixels;
    for (const auto& fitted : plan.pictures) pixels.push_back(fitted.target.has_value());
    return pixels;
}

class RandomRequests : public testing::TestWithParam<unsigned> {
protected:
    std::uint64_t upto(std::uint64_t most) {
        return std::uniform_int_distribution<std::uint64_t>(0, most)(random_);
    }
    Candidate candidate() {
        Candidate picture;
        picture.size = {
            static_cast<std::uint32_t>(1 + upto(6000)), static_cast<std::uint32_t>(1 + upto(6000))};
        picture.bytes = upto(upto(3) == 0 ? 30'000'000 : 600'000);
        picture.mime = upto(4) == 0 ? "image/gif" : "image/jpeg";
        picture.frames = static_cast<std::uint32_t>(upto(3));
        picture.form = upto(1) == 0 ? Form::Full : Form::Low;
        picture.rank = static_cast<Rank>(upto(3));
        picture.may_tile = picture.rank >= Rank::Working;
        picture.density = upto(5) == 0 ? Density::Dense : Density::Usual;
        return picture;
    }
    RequestLimits limits() {
        RequestLimits limits;
        if (upto(1) == 0) limits.max_images = static_cast<std::uint32_t>(1 + upto(60));
        if (upto(1) == 0) limits.max_request_bytes = 1'000'000 + upto(60'000'000);
        if (upto(1) == 0) limits.max_image_encoded_bytes = 100'000 + upto(10'000'000);
        if (upto(1) == 0) limits.many_images = ManyImages{static_cast<std::uint32_t>(upto(20))};
        if (upto(1) == 0) limits.max_edge = static_cast<std::uint32_t>(600 + upto(7000));
        if (upto(2) == 0) limits.max_image_tokens = upto(100'000);
        limits.recommended_edge = static_cast<std::uint32_t>(512 + upto(2000));
        limits.token_rule = models::PatchFitRule{28, 1568, 1568};
        return limits;
    }

    std::mt19937 random_{GetParam()};
};

void expect_within(
    const RequestPlan& plan,
    const std::vector<Candidate>& pictures,
    const RequestLimits& limits,
    std::uint64_t used
) {
    constexpr auto kNone = ~std::uint64_t{0};
    EXPECT_LE(plan.images, limits.max_images.value_or(~0u));
    EXPECT_LE(plan.encoded_bytes + used, limits.max_request_bytes.value_or(kNone));
    EXPECT_LE(plan.tokens, limits.max_image_tokens.value_or(kNone));
    std::uint64_t images = 0;
    std::uint64_t encoded = 0;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const auto& fitted = plan.pictures[i];
        if (!fitted.target) {
            EXPECT_FALSE(fitted.reason.empty());
            EXPECT_NE(pictures[i].rank, Rank::Asked);
            continue;
        }
        images += 1 + fitted.tiles.size();
        encoded += base64_size(fitted.expected_bytes);
        EXPECT_LE(fitted.expected_bytes, fitted.target->max_bytes);
        EXPECT_LE(
            base64_size(fitted.target->max_bytes), limits.max_image_encoded_bytes.value_or(kNone)
        );
        EXPECT_LE(fitted.size.width, pictures[i].size.width);
        EXPECT_LE(fitted.size.longest_edge(), limits.max_edge.value_or(~0u));
        const bool many = limits.many_images && plan.images > limits.many_images->count;
        if (many) {
            EXPECT_LE(fitted.size.longest_edge(), limits.many_images->max_edge);
        }
    }
    EXPECT_EQ(images, plan.images);
    EXPECT_LE(encoded, plan.encoded_bytes);
}

TEST_P(RandomRequests, StayWithinTheirLimitsAndLoseNothingByLargerOnes) {  // M5
    for (int round = 0; round < 40; ++round) {
        std::vector<Candidate> pictures(upto(40));
        std::ranges::generate(pictures, [&] { return candidate(); });
        const auto some = limits();
        const auto used = upto(500'000);

        const auto plan = fit_request(pictures, some, used);
        const auto again = fit_request(pictures, some, used);

        EXPECT_EQ(plan.ok(), again.ok());
        if (!plan.ok()) {
            EXPECT_EQ(plan.error().code, ErrorCode::LimitExceeded);
            continue;
        }
        expect_within(plan.value(), pictures, some, used);
        EXPECT_EQ(as_pixels(plan.value()), as_pixels(again.value()));
        EXPECT_EQ(plan.value().encoded_bytes, again.value().encoded_bytes);

        auto more = some;
        if (more.max_images) more.max_images = *more.max_images + 5;
        if (more.max_request_bytes) more.max_request_bytes = *more.max_request_bytes * 2;
        const auto larger = fit_request(pictures, more, used);
        ASSERT_TRUE(larger.ok());
        const auto sent = [](const RequestPlan& p) {
            return std::ranges::count(as_pixels(p), true);
        };
        EXPECT_GE(sent(larger.value()), sent(plan.value()));
    }
}

INSTANTIATE_TEST_SUITE_P(FitRequest, RandomRequests, testing::Range(0u, 10u));

}  // namespace
}  // namespace fovea::context
