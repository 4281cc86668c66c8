#include "fovea/models/price.hpp"

#include "fovea/models/catalogue.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <limits>

namespace fovea::models {
namespace {

using std::chrono::sys_days;
using namespace std::chrono_literals;

constexpr std::chrono::sys_seconds kSunday = sys_days(2026y / 11 / 15) + 2h;
constexpr std::chrono::sys_seconds kMonday = sys_days(2026y / 11 / 16);

std::optional<std::uint64_t> cost(
    std::string_view id, const TokenCounts& tokens, std::chrono::sys_seconds now = kSunday
) {
    const auto* model = shipped_catalogue().find(id);
    return model == nullptr ? std::nullopt : cost_of(model->prices, tokens, now);
}

TEST(Price, AgreesWithThePublishedExamples) {  // K3, CAL-HL-30
    EXPECT_EQ(cost("claude-opus-4-7", {.input = 2691}), 13'455'000u);
    EXPECT_EQ(cost("gpt-4o", {.input = 765}), 1'912'500u);
    EXPECT_EQ(cost("gpt-4o-mini", {.input = 25'501}), 3'825'150u);
    EXPECT_EQ(cost("gemini-3.8-flash", {.input = 1120}), 840'000u);
    EXPECT_EQ(cost("deepseek-flash", {.input = 1, .cache_read = 1}), 3u);
}

TEST(Price, CountsEachPartOfThePromptOnce) {  // K3
    // 1000 in all: 100 read, 200 written for minutes, 300 for an hour, 400 plain.
    const TokenCounts tokens{1000, 100, 200, 300, 50};

    EXPECT_EQ(
        cost("claude-sonnet-4-6", tokens),
        400u * 3000 + 100u * 300 + 200u * 3750 + 300u * 6000 + 50u * 15'000
    );
}

TEST(Price, LongPromptsRepriceTheWholeRequest) {  // K3
    EXPECT_EQ(cost("gemini-2.5-pro", {.input = 200'000, .output = 10}), 200'000u * 1250 + 100'000u);
    EXPECT_EQ(cost("gemini-2.5-pro", {.input = 200'001, .output = 10}), 200'001u * 2500 + 150'000u);
    EXPECT_EQ(cost("claude-haiku-5-5", {.input = 100'001}), 100'001u * 500);
}

TEST(Price, DependsOnTheHourWhereTheProviderSaysSo) {  // K3
    const TokenCounts tokens{.input = 1000};

    EXPECT_EQ(cost("deepseek-flash", tokens, kSunday), 150'000u);
    EXPECT_EQ(cost("deepseek-flash", tokens, kMonday + 59min), 150'000u);
    EXPECT_EQ(cost("deepseek-flash", tokens, kMonday + 1h), 300'000u);
    EXPECT_EQ(cost("deepseek-flash", tokens, kMonday + 4h), 150'000u);
    EXPECT_EQ(cost("deepseek-flash", tokens, kMonday + 9h + 59min), 300'000u);
    EXPECT_EQ(cost("deepseek-v4-pro", tokens, kMonday + 9h), 1'320'000u);
}

TEST(Price, ThatIsMissingIsNothingAndNotZero) {  // K3, CAL-HL-30
    EXPECT_EQ(cost("llava", {.input = 1000}), std::nullopt);
    EXPECT_EQ(cost_of(Prices{}, {}, kSunday), std::nullopt);
}

TEST(Price, UnknownCachePriceIsTheNextDearerOne) {  // K3
    Prices prices;
    prices.base.input = 1'000'000;
    prices.base.output = 2'000'000;

    EXPECT_EQ(cost_of(prices, {1000, 100, 200, 300, 0}, kSunday), 1'000'000u);
}

TEST(Price, SurvivesCountsThatCannotBe) {  // K3
    constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

    EXPECT_EQ(cost("claude-sonnet-4-6", {.input = 1, .cache_read = 10}), 3000u);
    EXPECT_EQ(
        cost("claude-opus-5", {kMost, kMost, kMost, kMost, kMost}),
        std::uint64_t{std::numeric_limits<std::int64_t>::max()}
    );
}

TEST(Price, CarriesTheDayOnWhichItWasLookedAt) {  // CAL-HL-31, K1
    for (const auto& model : shipped_catalogue().models()) {
        if (!model.prices.known()) continue;
        EXPECT_EQ(model.prices.as_of.size(), 10u) << model.id;
    }
    EXPECT_EQ(shipped_catalogue().as_of(), "2026-11-15");
}

TEST(Price, RefusesRowsThatMakeNoSense) {  // K1
    for (const char* row :
         {R"({"price_in": "3"})",
          R"({"price_in": -1})",
          R"({"price_in": 1e9})",
          R"({"price_tiers": 3})",
          R"({"price_tiers": [3]})",
          R"({"price_tiers": [{"price_in": 3}]})",
          R"({"price_tiers": [{"utc_windows": [{"days": "Fri-Mon", "from": "01:00", "to": "02:00"}]}]})",
          R"({"price_tiers": [{"utc_windows": [{"days": "Mon", "from": "1:00", "to": "25:00"}]}]})",
          R"({"price_tiers": [{"utc_windows": [{}]}]})"}) {
        EXPECT_FALSE(read_prices(boost::json::parse(row).as_object()).ok()) << row;
    }
}

}  // namespace
}  // namespace fovea::models
