#include "fovea/gateway/way/held_body.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

TEST(HeldBody, WhoeverHasACopyHasItsPartOfTheBudget) {  // D4
    HoldBudget budget(10);
    {
        HeldBytes held;
        {
            HeldBody body(budget);
            body.add("123456");
            held = body.hand_over();
            EXPECT_FALSE(body.is_whole());
        }
        EXPECT_FALSE(budget.take(5));
        EXPECT_TRUE(budget.take(4));
        budget.give_back(4);
    }
    EXPECT_TRUE(budget.take(10));
}

TEST(HeldBody, WhatIsBeyondTheBudgetIsNotHeld) {  // D4
    HoldBudget budget(10);
    HeldBody body(budget);

    body.add("123456");
    EXPECT_EQ(body.text(), "123456");
    body.add("123456");

    EXPECT_FALSE(body.is_whole());
    EXPECT_TRUE(budget.take(10));
}

}  // namespace
}  // namespace fovea::gateway
