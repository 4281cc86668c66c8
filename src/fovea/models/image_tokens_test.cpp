#include "fovea/models/image_tokens.hpp"

#include "fovea/models/catalogue.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace fovea::models {
namespace {

using media::PixelSize;

// A published example that names its numbers instead of a rule.
const PatchBudgetRule kBudget1536{
    .multiplier_thousandths = 1620,
    .reject_patches = 30'000,
    .auto_detail = Detail::High,
    .details = {{{}, {}, {}, PatchBudgetRule::Limits{2048, 1536}, {}, {}}},
};

const ImageTokenRule* rule_of_vector(std::string_view name) {
    static const ImageTokenRule kUnnamed = kBudget1536;
    if (name == "patch32 budget 1536 multiplier 1.62") return &kUnnamed;
    return shipped_catalogue().rule(name);
}

std::uint32_t number(const boost::json::object& vector, std::string_view key) {
    return vector.at(key).to_number<std::uint32_t>();
}

std::uint32_t tokens_or_zero(const Result<std::uint32_t>& result) {
    return result.ok() ? result.value() : 0;
}

TEST(ImageTokens, AgreeWithEveryVectorOfTheCatalogue) {  // K2, CAL-IMG-31
    const auto file = boost::json::parse({kCatalogueJson.data(), kCatalogueJson.size()});
    const auto& vectors = file.as_object().at("image_token_vectors").as_array();

    ASSERT_EQ(vectors.size(), 106u);
    for (const auto& value : vectors) {
        SCOPED_TRACE(boost::json::serialize(value));
        const auto& vector = value.as_object();
        const auto* rule = rule_of_vector(vector.at("rule").as_string());
        const PixelSize size{number(vector, "width"), number(vector, "height")};
        const auto& word = vector.at("detail");
        const auto detail = word.is_null() ? Detail::Auto : detail_from(word.as_string());
        ASSERT_NE(rule, nullptr);
        ASSERT_TRUE(detail.has_value());

        const auto tokens = estimate_image_tokens(*rule, size, *detail);
        const auto seen = size_seen_by_model(*rule, size, *detail);

        EXPECT_EQ(tokens_or_zero(tokens), number(vector, "tokens"));
        if (!vector.at("resized_width").is_null()) {
            const PixelSize resized{
                number(vector, "resized_width"), number(vector, "resized_height")};
            EXPECT_TRUE(seen.ok() && seen.value() == resized);
        }
    }
}

TEST(ImageTokens, OfTheGenericRuleAreOneForEvery750PixelsRoundedUp) {  // CAL-IMG-31
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(PixelsPerTokenRule{}, {1920, 1080})), 2765u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(PixelsPerTokenRule{}, {30, 25})), 1u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(PixelsPerTokenRule{}, {751, 1})), 2u);
}

TEST(ImageTokens, AtNoDetailAreThoseOfTheDetailTheProviderTakesByDefault) {  // K2
    const auto& catalogue = shipped_catalogue();
    const PixelSize size{4000, 3000};

    const auto original = estimate_image_tokens(*catalogue.rule("openai_patch32_gpt56"), size);
    const auto high = estimate_image_tokens(*catalogue.rule("openai_patch32_gpt54"), size);

    EXPECT_EQ(tokens_or_zero(original), 14'100u);
    EXPECT_EQ(tokens_or_zero(high), 2942u);
}

TEST(ImageTokens, OfATileRuleCountATileExactlyFilledOnce) {  // K2
    const TileRule rule{.base = 85, .per_tile = 170};

    // 3072 x 1536 shrinks to 2048 x 1024 and on to 1536 x 768: three tiles by two, none of them
    // partly.
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1536, 768})), 85u + 6 * 170);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1537, 768})), 85u + 8 * 170);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {3072, 1536})), 85u + 6 * 170);
}

TEST(ImageTokens, OfInternVlAreTheNearestGridAndAThumbnail) {  // K2
    const GridRule rule;

    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {448, 448})), 256u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1344, 1344})), 256u * (9 + 1));
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {896, 448})), 256u * (2 + 1));
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {448, 5376})), 256u * (12 + 1));
}

TEST(ImageTokens, OfDeepSeekVl2AreAnOverviewAndTheGridThatKeepsMostPixels) {  // K2
    const OverviewGridRule rule;

    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {384, 384})), 14u * 15 + 1 + 14 * 15);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {768, 384})), 14u * 15 + 1 + 14 * 29);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1152, 1152})), 14u * 15 + 1 + 42 * 43);
}

TEST(ImageTokens, OfAMeasuredRuleStayBetweenFloorAndCap) {  // K2
    const MeasuredRule rule{.floor = 187, .cap = 1024};

    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {10, 10})), 187u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1300, 650})), 512u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {8000, 8000})), 1024u);
}

TEST(ImageTokens, OfGemini25FollowTheMediaResolution) {  // K2
    const CropUnitRule rule;

    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1920, 1080}, Detail::Low)), 64u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1920, 1080}, Detail::Medium)), 256u);
    EXPECT_EQ(tokens_or_zero(estimate_image_tokens(rule, {1920, 1080}, Detail::High)), 1548u);
}

TEST(ImageTokens, OfAnUnknownRuleAreAnErrorAndNotAGuess) {  // K1
    const auto tokens = estimate_image_tokens(UnknownRule{}, {100, 100});

    ASSERT_FALSE(tokens.ok());
    EXPECT_EQ(tokens.error().code, ErrorCode::InvalidInput);
}

TEST(ImageTokens, OfADetailTheRuleDoesNotKnowAreAnErrorThatNamesIt) {  // K2
    const auto tokens = estimate_image_tokens(kBudget1536, {100, 100}, Detail::UltraHigh);

    ASSERT_FALSE(tokens.ok());
    EXPECT_NE(tokens.error().message.find("\"ultra_high\""), std::string::npos);
}

TEST(ImageTokens, OfAPictureTheProviderWouldRejectAreAnError) {  // K2
    const auto* rule = shipped_catalogue().rule("openai_patch32_gpt56");

    const auto tokens = estimate_image_tokens(*rule, {8000, 8000}, Detail::Original);

    ASSERT_FALSE(tokens.ok());
    EXPECT_EQ(tokens.error().code, ErrorCode::LimitExceeded);
}

TEST(ImageTokens, OfAPictureThinnerThanQwenTakesAreAnError) {  // K2
    const auto* rule = shipped_catalogue().rule("qwen3vl_patch32");

    EXPECT_TRUE(estimate_image_tokens(*rule, {2000, 10}).ok());
    EXPECT_FALSE(estimate_image_tokens(*rule, {2001, 10}).ok());
}

TEST(ImageTokens, SurviveEveryExtremeSize) {  // K2
    constexpr std::uint32_t kMost = 0xffff'ffff;

    for (const auto& [name, rule] : shipped_catalogue().rules()) {
        SCOPED_TRACE(name);
        for (const PixelSize size : {PixelSize{0, 1}, PixelSize{1, 0}, PixelSize{0, 0}}) {
            EXPECT_FALSE(estimate_image_tokens(rule, size).ok());
        }
        for (const PixelSize size :
             {PixelSize{1, 1}, PixelSize{1, kMost}, PixelSize{kMost, 1}, PixelSize{kMost, kMost}}) {
            const auto tokens = estimate_image_tokens(rule, size);
            EXPECT_TRUE(!tokens.ok() || tokens.value() > 0);
        }
    }
}

TEST(Detail, HasOneWordForEachValue) {
    for (const auto detail :
         {Detail::Auto,
          Detail::Low,
          Detail::Medium,
          Detail::High,
          Detail::UltraHigh,
          Detail::Original}) {
        EXPECT_EQ(detail_from(name_of(detail)), detail);
    }
    EXPECT_EQ(detail_from("closely"), std::nullopt);
}

}  // namespace
}  // namespace fovea::models
