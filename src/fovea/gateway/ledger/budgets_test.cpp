#include "fovea/gateway/ledger/budgets.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using namespace std::chrono_literals;

// 20:15:30 of some day.
constexpr Budgets::Time kEvening =
    std::chrono::sys_days{std::chrono::days{20'000}} + 20h + 15min + 30s;

TEST(Budgets, WhatIsSpentAndWhenItEndsIsSaid) {  // D4
    Budgets budgets({.usd_per_day = 2}, {});
    EXPECT_FALSE(budgets.refuse("ci", {}, kEvening));
    budgets.spend("ci", "openai/gpt-5", {}, 2.034, kEvening);

    const auto refusal = budgets.refuse("ci", {}, kEvening);

    ASSERT_TRUE(refusal);
    EXPECT_EQ(
        refusal->why,
        "the budget of this token for today is spent: $2.03 of $2.00 (usd_per_day); the next day "
        "begins at 00:00 UTC, in 3 h 45 min"
    );
    EXPECT_EQ(refusal->wait, 3h + 44min + 30s);
    EXPECT_FALSE(budgets.refuse("ci", {}, kEvening + 4h));
    EXPECT_FALSE(budgets.refuse("other", {}, kEvening));
}

TEST(Budgets, SmallOnesAreNotSaidToBeNothing) {  // D4
    Budgets budgets({}, {});
    budgets.spend("ci", "openai/gpt-5", {}, 0.0021, kEvening);

    const auto refusal = budgets.refuse("ci", {.usd_per_day = 0.002}, kEvening);

    ASSERT_TRUE(refusal);
    EXPECT_NE(refusal->why.find("$0.0021 of $0.002 "), std::string::npos) << refusal->why;
}

TEST(Budgets, SumsHaveNoDigitsThatNobodyIsBilledFor) {  // D4
    Budgets budgets({}, {});
    for (int i = 0; i < 3; ++i) budgets.spend("ci", "openai/gpt-5", {}, 0.0026, kEvening);

    const auto rows = budgets.rows("ci");

    EXPECT_EQ(rows.at(0).at("cost_usd").as_double(), 0.0078);
}

TEST(Budgets, WhoAsksTooOftenIsToldWhenAgain) {  // D4
    Budgets budgets({.requests_per_minute = 1}, {});
    EXPECT_FALSE(budgets.refuse("ci", {}, kEvening));

    const auto refusal = budgets.refuse("ci", {}, kEvening + 20s);

    ASSERT_TRUE(refusal);
    EXPECT_EQ(
        refusal->why,
        "this token may ask once in a minute (requests_per_minute), and did: again in 40 s"
    );
    EXPECT_FALSE(budgets.refuse("ci", {}, kEvening + 60s));
}

}  // namespace
}  // namespace fovea::gateway
