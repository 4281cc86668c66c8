#include "fovea/agent/hook_answer.hpp"

#include <gtest/gtest.h>

namespace fovea::agent {
namespace {

HookAnswer answer_of(HookEvent event, int status, std::string out, std::string err = "") {
    return read_hook_answer(
        event, {.status = status, .out = std::move(out), .err = std::move(err)}
    );
}

TEST(HookAnswer, StatusTwoDeniesWithTheWordsOfStandardError) {  // A2
    const auto answer = answer_of(HookEvent::PreToolUse, 2, "ignored", "not on Fridays\n");

    EXPECT_EQ(answer.decision, HookDecision::Deny);
    EXPECT_EQ(answer.reason, "not on Fridays");
}

TEST(HookAnswer, AnyOtherStatusIsAFailureThatDecidesNothing) {  // A2
    const auto answer = answer_of(HookEvent::PreToolUse, 7, R"({"decision":"deny"})", "boom");

    EXPECT_EQ(answer, (HookAnswer{.failure = "it exited with status 7: boom"}));
    EXPECT_EQ(
        read_hook_answer(HookEvent::Stop, {.end = ShellEnd::TimedOut}),
        (HookAnswer{.failure = "it timed out"})
    );
}

TEST(HookAnswer, JsonSaysMore) {  // A2
    EXPECT_EQ(
        answer_of(
            HookEvent::PreToolUse,
            0,
            R"({"decision": "allow", "reason": "fine", "additional_context": "look twice",
                "updated_input": {"path": "b"}, "unknown": 1})"
        ),
        (HookAnswer{HookDecision::Allow, "fine", "look twice", R"({"path":"b"})", ""})
    );
}

TEST(HookAnswer, TextsCutInsideACharacterAreMended) {  // A2
    EXPECT_EQ(
        answer_of(HookEvent::PreToolUse, 0, R"({"decision": "deny", "reason": "half \ud83d"})"),
        (HookAnswer{HookDecision::Deny, "half �"})
    );
}

TEST(HookAnswer, ClaudesNamesAreTaken) {  // A2
    EXPECT_EQ(
        answer_of(
            HookEvent::PreToolUse,
            0,
            R"({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny",
                "permissionDecisionReason": "no", "additionalContext": "ctx",
                "updatedInput": {"a": 1}}})"
        ),
        (HookAnswer{HookDecision::Deny, "no", "ctx", R"({"a":1})", ""})
    );
    EXPECT_EQ(
        answer_of(HookEvent::Stop, 0, R"({"decision": "block", "reason": "tests fail"})"),
        (HookAnswer{HookDecision::Deny, "tests fail", "", std::nullopt, ""})
    );
    EXPECT_EQ(
        answer_of(HookEvent::PostToolUse, 0, R"({"continue": false, "stopReason": "enough"})"),
        (HookAnswer{HookDecision::Deny, "enough", "", std::nullopt, ""})
    );
}

TEST(HookAnswer, TheStricterOfTwoDecisionsCounts) {  // A2
    const auto answer = answer_of(
        HookEvent::PreToolUse,
        0,
        R"({"decision": "approve", "hookSpecificOutput": {"permissionDecision": "ask"}})"
    );
    EXPECT_EQ(answer.decision, HookDecision::Ask);
}

TEST(HookAnswer, PlainTextIsForTheModelWhereAPersonSpeaks) {  // A2
    EXPECT_EQ(
        answer_of(HookEvent::UserPromptSubmit, 0, "the branch is main\n").additional_context,
        "the branch is main"
    );
    EXPECT_EQ(answer_of(HookEvent::PreToolUse, 0, "checked 3 files\n"), HookAnswer{});
}

TEST(HookAnswer, NonsenseIsToldAndDecidesNothing) {  // A2
    for (const char* text :
         {"{",
          "{\"decision\": \"deny\"",
          "{\"decision\": \"perhaps\"}",
          "{\"updated_input\": 7}"}) {
        const auto answer = answer_of(HookEvent::PreToolUse, 0, text);
        EXPECT_EQ(answer.decision, HookDecision::None) << text;
        EXPECT_FALSE(answer.failure.empty()) << text;
    }
    EXPECT_EQ(answer_of(HookEvent::PreToolUse, 0, R"({"decision": 7})"), HookAnswer{});
}

TEST(HookAnswer, LongAndBrokenTextIsMadeFitForAModel) {  // A2
    const auto answer = answer_of(HookEvent::SessionStart, 0, "a\xff" + std::string(20'000, 'b'));

    EXPECT_TRUE(answer.additional_context.starts_with("a\xEF\xBF\xBD"));
    EXPECT_TRUE(answer.additional_context.ends_with("\n[cut]"));
    EXPECT_LT(answer.additional_context.size(), 10'100u);
}

}  // namespace
}  // namespace fovea::agent
