#include "fovea/context/fit_request.hpp"

#include "fovea/base/base64.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fovea::context {
namespace {

constexpr std::uint64_t kMiB = 1u << 20;

RequestLimits anthropic() {
    return {
        .max_images = 100,
        .max_image_bytes = std::nullopt,
        .max_image_encoded_bytes = 10'000'000,
        .max_request_bytes = 32'000'000,
        .max_edge = 8000,
        .recommended_edge = 2576,
        .many_images = ManyImages{20, 2000},
        .token_rule = models::PatchFitRule{28, 2576, 4784}};
}

Candidate asked(media::PixelSize size, std::uint64_t bytes) {
    return {.size = size, .bytes = bytes, .mime = "image/png", .rank = Rank::Asked};
}

Candidate past(media::PixelSize size, std::uint64_t bytes) {
    return {.size = size, .bytes = bytes, .mime = "image/png", .rank = Rank::Past};
}

RequestPlan plan_of(
    const std::vector<Candidate>& pictures, const RequestLimits& limits, std::uint64_t used = 0
) {
    auto plan = fit_request(pictures, limits, used);
    EXPECT_TRUE(plan.ok()) << plan.error().message;
    return plan.ok() ? std::move(plan).value() : RequestPlan{};
}

std::vector<bool> as_pixels(const RequestPlan& plan) {
    std::vector<bool> pixels;
    for (const auto& fitted : plan.pictures) pixels.push_back(fitted.target.has_value());
    return pixels;
}

TEST(FitRequest, LowersEveryEdgeFromTheTwentyFirstPictureOn) {  // DIG-27
    for (const std::size_t count : {20u, 21u}) {
        const std::vector<Candidate> pictures(count, asked({3000, 2000}, 300'000));

        const auto plan = plan_of(pictures, anthropic());

        for (const auto& fitted : plan.pictures) {
            EXPECT_EQ(fitted.target->max_edge, count == 20 ? 2576u : 2000u);
            EXPECT_EQ(fitted.size.longest_edge(), count == 20 ? 2576u : 2000u);
        }
    }
}

TEST(FitRequest, CountsBytesAsTheyAreInBase64) {  // CAL-IMG-14
    const RequestLimits limits{.max_image_encoded_bytes = 5 * kMiB};

    const auto plan = plan_of({asked({1500, 1500}, 3'932'160)}, limits);

    EXPECT_EQ(plan.pictures[0].target->max_bytes, 3'932'160u);
    EXPECT_EQ(plan.pictures[0].expected_bytes, 3'932'160u);
    EXPECT_EQ(plan.pictures[0].size, (media::PixelSize{1500, 1500}));
    EXPECT_EQ(plan.pictures[0].reason, "");
}

TEST(FitRequest, BringsALargeFileWithinTheEncodedBytes) {  // CAL-IMG-14
    const auto plan = plan_of({asked({5000, 4000}, 12'000'000)}, anthropic());

    EXPECT_LE(base64_size(plan.pictures[0].target->max_bytes), 10'000'000u);
    EXPECT_LE(plan.pictures[0].size.longest_edge(), 2576u);
}

TEST(FitRequest, PicturesUnderTheLeastEdgeGetAMarginAndAddressesAreLeftOut) {  // P4
    auto limits = anthropic();
    limits.min_edge = 28;
    auto address = past({20, 20}, 0);
    address.is_url = true;

    const auto plan = plan_of(
        {address, asked({5, 3}, 100), asked({5000, 30}, 900), asked({40, 30}, 100)}, limits
    );

    EXPECT_EQ(plan.pictures[0].target, std::nullopt);
    EXPECT_EQ(plan.pictures[0].reason, "the model takes no image with a side under 28 pixels");
    EXPECT_EQ(plan.pictures[1].size, (media::PixelSize{28, 28}));
    EXPECT_EQ(plan.pictures[1].target->min_edge, 28u);
    EXPECT_EQ(plan.pictures[2].size, (media::PixelSize{2576, 28}));
    EXPECT_EQ(plan.pictures[3].size, (media::PixelSize{40, 30}));
}

TEST(FitRequest, DefaultsToTheGeneralTarget) {  // M5, CAL-IMG-15
    const auto plan = plan_of({asked({4000, 1000}, 20'000)}, {});

    EXPECT_EQ(
        *plan.pictures[0].target, (media::FitTarget{.max_edge = 1568, .max_bytes = 5 * kMiB})
    );
    EXPECT_EQ(plan.pictures[0].size, (media::PixelSize{1568, 392}));
}

TEST(FitRequest, NeverEnlarges) {  // CAL-IMG-15
    EXPECT_EQ(plan_of({asked({30, 20}, 100)}, {}).pictures[0].size, (media::PixelSize{30, 20}));
}

TEST(FitRequest, LeavesOutTheOldestWhereThereAreTooMany) {  // M5
    auto pinned = past({100, 100}, 1000);
    pinned.rank = Rank::Pinned;
    const std::vector<Candidate> pictures{
        pinned,
        past({100, 100}, 1000),
        past({100, 100}, 1000),
        past({100, 100}, 1000),
        asked({100, 100}, 1000)};

    const auto plan = plan_of(pictures, {.max_images = 3});

    EXPECT_EQ(as_pixels(plan), (std::vector<bool>{true, false, false, true, true}));
    EXPECT_EQ(plan.pictures[1].reason, "the request already has as many images as the model takes");
}

TEST(FitRequest, GivesUpOnlyWhenThePicturesOfTheOpenTurnAloneAreTooMany) {  // M5
    const std::vector<Candidate> pictures(4, asked({100, 100}, 1000));

    const auto plan = fit_request(pictures, {.max_images = 3}, 0);

    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(
        plan.error(),
        (Error{
            ErrorCode::LimitExceeded,
            "4 images in this turn, and the model takes at most 3 in a request"})
    );
}

TEST(FitRequest, LetsEarlierPicturesOfToolsGoBeforeTheLastOnes) {  // M5
    std::vector<Candidate> pictures(4, asked({100, 100}, 1000));
    pictures[1].rank = Rank::Working;
    pictures[2].rank = Rank::Working;

    const auto plan = plan_of(pictures, {.max_images = 3});

    EXPECT_EQ(as_pixels(plan), (std::vector<bool>{true, false, true, true}));
}

TEST(FitRequest, SharesTheBytesOfTheRequest) {  // M5
    // Ten of 4 MB would be 53 MB in base64; the small one keeps what it needs.
    std::vector<Candidate> pictures(10, asked({1500, 1500}, 4'000'000));
    pictures.push_back(asked({200, 200}, 20'000));

    const auto plan = plan_of(pictures, anthropic(), 1'000'000);

    EXPECT_TRUE(plan.is_tight);
    EXPECT_LE(plan.encoded_bytes + 1'000'000 + kBytesAroundRequest, 32'000'000u);
    EXPECT_GT(plan.encoded_bytes, 29'000'000u);
    EXPECT_EQ(plan.pictures[10].reason, "");
    EXPECT_EQ(plan.pictures[0].target->max_bytes, plan.pictures[9].target->max_bytes);
}

TEST(FitRequest, TakesWhatWasMeasuredForWhatWasFeared) {  // M5
    std::vector<Candidate> pictures(15, asked({4000, 3000}, 9'000'000));
    EXPECT_TRUE(plan_of(pictures, anthropic()).is_tight);
    for (auto& picture : pictures) picture.measured = Measured{2576, 1'000'000};

    const auto plan = plan_of(pictures, anthropic());

    EXPECT_FALSE(plan.is_tight);
    EXPECT_EQ(plan.pictures[0].target->max_bytes, 7'500'000u);
}

TEST(FitRequest, SendsWordsForOldPicturesWhenTheTextLeavesNoRoom) {  // M5
    const std::vector<Candidate> pictures{
        past({1000, 1000}, 900'000), past({1000, 1000}, 900'000), asked({300, 300}, 30'000)};

    const auto plan = plan_of(pictures, anthropic(), 31'850'000);

    EXPECT_EQ(as_pixels(plan), (std::vector<bool>{false, false, true}));
    EXPECT_EQ(plan.pictures[0].reason, "it did not fit into the request");
    EXPECT_FALSE(fit_request(pictures, anthropic(), 32'000'000).ok());
    EXPECT_TRUE(fit_request({}, anthropic(), 99'000'000).ok());
}

TEST(FitRequest, MakesPicturesSmallBeforeItSpendsMoreTokensThanThereAre) {  // M5
    auto limits = anthropic();
    limits.max_image_tokens = 6000;
    const std::vector<Candidate> pictures{
        past({2000, 1500}, 900'000), past({2000, 1500}, 900'000), asked({2000, 1500}, 900'000)};

    const auto plan = plan_of(pictures, limits);

    EXPECT_LE(plan.tokens, 6000u);
    EXPECT_EQ(plan.pictures[0].form, Form::Low);
    EXPECT_EQ(plan.pictures[0].size, (media::PixelSize{512, 384}));
    EXPECT_EQ(plan.pictures[2].form, Form::Full);
}

TEST(FitRequest, SendsATallPageAsOverviewAndTiles) {  // M7
    auto page = asked({800, 12000}, 3'000'000);
    page.may_tile = true;
    auto limits = anthropic();
    limits.recommended_edge = 1568;
    limits.token_rule = models::PatchFitRule{28, 1568, 1568};

    const auto plan = plan_of({page}, limits);

    const auto& tiles = plan.pictures[0].tiles;
    ASSERT_GE(tiles.size(), 8u);
    EXPECT_EQ(plan.images, tiles.size() + 1);
    EXPECT_EQ(plan.pictures[0].size, (media::PixelSize{105, 1568}));
    for (const auto& tile : tiles) {
        EXPECT_EQ(tile.width, 800u);
        const auto seen = models::size_seen_by_model(*limits.token_rule, tile.size());
        EXPECT_GE(seen.value().width, 760u);  // native in the model's eyes too
    }
}

TEST(FitRequest, TilesADenseScreenAndNoPhotograph) {  // M7
    auto screen = asked({2560, 1440}, 800'000);
    screen.may_tile = true;
    EXPECT_TRUE(plan_of({screen}, {}).pictures[0].tiles.empty());
    screen.density = Density::Dense;
    EXPECT_EQ(plan_of({screen}, {}).pictures[0].tiles.size(), 2u);
}

TEST(FitRequest, TilesWithinTheRuleForManyPictures) {  // M5, M7
    auto page = asked({2000, 30000}, 3'000'000);
    page.may_tile = true;
    auto limits = anthropic();  // 2576 px, but 2000 where there are more than twenty
    limits.token_rule = models::PatchFitRule{28, 2576, 4784};
    std::vector<Candidate> pictures(3, asked({800, 600}, 10'000));
    pictures.push_back(page);

    const auto plan = plan_of(pictures, limits);

    EXPECT_FALSE(plan.pictures.back().tiles.empty());
    EXPECT_LE(plan.images, 20u);
}

TEST(FitRequest, LeavesTilesOutWhereTheyWouldCostTheOthersSomething) {  // M7
    std::vector<Candidate> pictures(15, asked({3000, 2000}, 100'000));
    for (auto& picture : pictures) picture.measured = Measured{2576, 100'000};
    pictures.push_back(asked({800, 24000}, 2'000'000));
    pictures.back().may_tile = true;
    auto few = anthropic();
    few.many_images.reset();
    EXPECT_FALSE(plan_of(pictures, few).pictures.back().tiles.empty());

    EXPECT_TRUE(plan_of(pictures, anthropic()).pictures.back().tiles.empty());  // over twenty
    few.max_images = 20;
    EXPECT_TRUE(plan_of(pictures, few).pictures.back().tiles.empty());
    few.max_images = 100;
    few.max_image_tokens = 71'000;
    EXPECT_TRUE(plan_of(pictures, few).pictures.back().tiles.empty());
    few.max_image_tokens.reset();
    few.max_request_bytes = 6'000'000;
    EXPECT_TRUE(plan_of(pictures, few).pictures.back().tiles.empty());
}

TEST(FitRequest, LeavesAddressesAsTheyAre) {
    auto url = asked({}, 0);
    url.is_url = true;
    auto huge = asked({9000, 10}, 0);
    huge.is_url = true;

    const auto plan = plan_of({url, huge}, anthropic());

    EXPECT_EQ(as_pixels(plan), (std::vector<bool>{true, false}));
    EXPECT_EQ(plan.pictures[1].reason, "the model takes no image with a side over 8000 pixels");
}

// As many changes of what was sent before as there are batches.
std::size_t changes_while_growing(const RequestLimits& limits, std::size_t pictures) {
    std::size_t changes = 0;
    std::vector<Form> before;
    for (std::size_t count = 1; count <= pictures; ++count) {
        std::vector<Candidate> shown(count, past({1920, 1080}, 60'000));
        shown.back().rank = Rank::Asked;
        const auto plan = fit_request(shown, limits, 0, GivingWay::InBatches);
        EXPECT_TRUE(plan.ok());
        if (!plan.ok()) break;
        std::vector<Form> now;
        for (const auto& fitted : plan.value().pictures) now.push_back(fitted.form);
        EXPECT_EQ(now.back(), Form::Full);
        changes += std::equal(before.begin(), before.end(), now.begin()) ? 0 : 1;
        before = now;
    }
    return changes;
}

TEST(FitRequest, InBatchesAGrowingConversationSeldomChangesWhatItSaid) {  // X2, M5
    auto few_tokens = anthropic();
    few_tokens.max_image_tokens = 100'000;  // 37 whole screens
    auto few_images = anthropic();
    few_images.max_images = 40;

    EXPECT_LE(changes_while_growing(few_tokens, 100), 12u);
    EXPECT_LE(changes_while_growing(few_images, 100), 8u);
}

TEST(FitRequest, ABatchIsNeverMuchOfWhatMayStay) {  // M5
    const RequestLimits limits{.max_images = 4};
    std::vector<Candidate> pictures(40, past({800, 600}, 60'000));
    pictures.back().rank = Rank::Asked;

    const auto plan = fit_request(pictures, limits, 0, GivingWay::InBatches);

    ASSERT_TRUE(plan.ok());
    EXPECT_EQ(plan.value().images, 4u);
}

}  // namespace
}  // namespace fovea::context
