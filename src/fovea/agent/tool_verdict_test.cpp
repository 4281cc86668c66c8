#include "fovea/agent/tool_verdict.hpp"

#include <gtest/gtest.h>

namespace fovea::agent {
namespace {

TEST(ToolVerdict, ADenyOfEitherIsADeny) {  // A2, CAL-HL-10
    const Ruling denied{Verdict::Deny, "deny: shell"};
    const Ruling allowed{Verdict::Allow, "allow: shell"};

    EXPECT_EQ(combined(denied, {.decision = HookDecision::Allow}), denied);
    EXPECT_EQ(
        combined(allowed, {.decision = HookDecision::Deny, .reason = "no"}),
        (Ruling{Verdict::Deny, "hook: no"})
    );
    EXPECT_EQ(combined(allowed, {.decision = HookDecision::Ask}), (Ruling{Verdict::Ask, "hook"}));
    EXPECT_EQ(combined(allowed, {}), allowed);
}

TEST(ToolVerdict, AHookSparesTheDefaultQuestionAndNoneThatARuleDemands) {  // A2
    const Ruling asked{Verdict::Ask, "ask: shell"};

    EXPECT_EQ(
        combined({Verdict::Ask, "default"}, {.decision = HookDecision::Allow}),
        (Ruling{Verdict::Allow, "hook"})
    );
    EXPECT_EQ(combined(asked, {.decision = HookDecision::Allow}), asked);
}

}  // namespace
}  // namespace fovea::agent
