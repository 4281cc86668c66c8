#include "fovea/agent/spending.hpp"

#include <gtest/gtest.h>

namespace fovea::agent {
namespace {

delivery::Target target(std::string name) {
    delivery::Target target;
    target.name = std::move(name);
    target.kind = "anthropic";
    target.can.prices.value.base = {
        .input = 3'000'000, .cache_read = 300'000, .output = 15'000'000};
    return target;
}

TEST(Spending, IsSummedByModel) {  // H7, CAL-HL-30
    Spending spending;
    spending.add(target("a/x"), {.input_tokens = 100, .output_tokens = 10}, {.usd = 0.5});
    spending.add(target("a/x"), {.input_tokens = 200, .output_tokens = 20}, {.usd = 0.25});
    spending.add("b/eyes", {.input_tokens = 7, .cost_usd = 0.125});
    EXPECT_DOUBLE_EQ(spending.usd(), 0.875);
    EXPECT_EQ(spending.usage().input_tokens, 307u);
    ASSERT_EQ(spending.by_model().size(), 2u);
    EXPECT_EQ(spending.by_model().at("a/x").calls, 2u);
    EXPECT_DOUBLE_EQ(spending.by_model().at("a/x").cost_usd, 0.75);
    EXPECT_DOUBLE_EQ(spending.by_model().at("b/eyes").cost_usd, 0.125);
}

TEST(Spending, APriceThatIsNotKnownCountsAsNothingAndIsTold) {  // CAL-HL-30
    Spending spending;
    spending.add(target("a/x"), {.input_tokens = 100}, {.usd = 0, .is_known = false});
    EXPECT_EQ(spending.usd(), 0);
    EXPECT_FALSE(spending.by_model().at("a/x").is_priced);
}

TEST(Spending, TheLeastCostTakesWhatWasSeenBeforeForCached) {  // CAL-HL-34
    const auto fresh = least_cost(target("a/x"), {.fresh = 1'000'000}, {});
    const auto cached = least_cost(target("a/x"), {.cached = 1'000'000}, {});
    EXPECT_NEAR(fresh, 3.0, 0.001);
    EXPECT_NEAR(cached, 0.3, 0.001);
    auto local = target("local/ocr");
    local.kind = "local";
    EXPECT_EQ(least_cost(local, {.fresh = 1'000'000}, {}), 0);
}

}  // namespace
}  // namespace fovea::agent
