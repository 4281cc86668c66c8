// Hooks and permissions as they are seen from outside, and the switch that turns everything off.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"toolCallId": "call_1"}, "response": {"content": "So it is."}},
    {"match": {"userMessage": "read"}, "response": {"content": "I shall look.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}}]}},
    {"match": {}, "response": {"content": "Hello."}}])";

std::string hook(const std::string& event, const std::string& command, bool async = false) {
    return "[[hooks]]\nevent = \"" + event + "\"\ncommand = '''" + command + "'''\n" +
           (async ? "async = true\n" : "");
}

class HeadlessHooks : public Headless {
protected:
    static std::string text(const boost::json::object& frame, const char* field) {
        const auto* value = frame.if_contains(field);
        return value == nullptr ? "" : boost::json::value_to<std::string>(*value);
    }
    // "PreToolUse permissions allow".
    static std::vector<std::string> told(const Frames& frames) {
        std::vector<std::string> lines;
        for (const auto& frame : of_type(frames, "hook_event")) {
            auto line = text(frame, "hook_event_name") + " " + text(frame, "source") + " " +
                        text(frame, "phase");
            const auto decision = text(frame, "decision");
            lines.push_back(line + (decision.empty() ? "" : " " + decision));
        }
        return lines;
    }
};

TEST_F(HeadlessHooks, EachHookAndTheVerdictOfTheRulesAreFramesOfTheirOwn) {  // A2, CAL-HL-10
    start(
        kFixtures,
        hook("SessionStart", "echo Be kind.") + hook("UserPromptSubmit", "true") +
            hook("PreToolUse", R"(echo '{"decision": "allow", "reason": "fine"}')") +
            hook("PostToolUse", "true") + hook("Stop", "true")
    );
    const auto run = stream({"-p", "read it", "--include-hook-events"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(
        told(run.frames),
        ElementsAre(
            "SessionStart hook ran",
            "UserPromptSubmit hook ran",
            "PreToolUse hook ran allow",
            "PreToolUse permissions ran allow",
            "PostToolUse hook ran",
            "Stop hook ran"
        )
    );
    const auto events = of_type(run.frames, "hook_event");
    EXPECT_EQ(text(events[2], "tool_name"), "filesystem_read");
    EXPECT_EQ(text(events[2], "tool_use_id"), "call_1");
    EXPECT_EQ(text(events[2], "reason"), "fine");
    EXPECT_EQ(text(events[3], "rule"), "default");
    EXPECT_EQ(run.frames.front().at("subtype").as_string(), "init");
    EXPECT_THAT(boost::json::serialize(requests()[0].at("system")), HasSubstr("Be kind."));
    EXPECT_THAT(told(stream({"-p", "read it"}).frames), IsEmpty());
}

TEST_F(HeadlessHooks, AHookFindsNoKeyInItsVariablesNorInOurs) {  // Q5
    start(
        kFixtures,
        hook("SessionStart", "env; tr '\\0' '\\n' < /proc/$PPID/environ; echo core $(ulimit -c)")
    );
    const auto run = stream({"-p", "hi"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    const auto told = boost::json::serialize(requests()[0].at("system"));
    EXPECT_THAT(told, HasSubstr("FOVEA_PROJECT_DIR"));
    EXPECT_THAT(told, HasSubstr("core 0"));
    EXPECT_THAT(told, Not(HasSubstr("key-for-tests")));
}

TEST_F(HeadlessHooks, AHookThatNobodyWaitsForGivesTwoFrames) {  // A2, CAL-HL-10
    start(kFixtures, hook("UserPromptSubmit", "true", true));
    const auto run = stream({"-p", "hi", "--include-hook-events"});

    EXPECT_THAT(
        told(run.frames),
        ElementsAre("UserPromptSubmit hook dispatched", "UserPromptSubmit hook completed")
    );
    const auto events = of_type(run.frames, "hook_event");
    EXPECT_FALSE(events[0].contains("exit_code"));
    EXPECT_EQ(events[1].at("exit_code").to_number<int>(), 0);
    EXPECT_EQ(run.text("type"), "result");
}

TEST_F(
    HeadlessHooks, AHookThatDeniesIsHeardByTheModelAndTheRunGoesOn
) {  // A2, CAL-HL-10, CAL-HL-21
    start(kFixtures, hook("PreToolUse", "echo not today >&2; exit 2"));
    const auto run = stream({"-p", "read it", "--include-hook-events"});

    EXPECT_EQ(run.exit_code, 0);
    EXPECT_THAT(
        told(run.frames),
        ElementsAre("PreToolUse hook ran deny", "PreToolUse permissions ran allow")
    );
    const auto results = of_type(run.frames, "tool_result");
    ASSERT_THAT(results, SizeIs(1));
    EXPECT_TRUE(results[0].at("is_error").as_bool());
    EXPECT_THAT(boost::json::serialize(results[0]), HasSubstr("not today"));
    const auto& denials = run.result().at("permission_denials").as_array();
    ASSERT_THAT(denials, SizeIs(1));
    EXPECT_EQ(denials[0].at("tool_name").as_string(), "filesystem_read");
    EXPECT_EQ(denials[0].at("reason").as_string(), "not today");
}

TEST_F(HeadlessHooks, ARuleThatDeniesIsToldApartFromTheHookThatAllows) {  // A2, CAL-HL-10
    start(kFixtures, hook("PreToolUse", R"(echo '{"decision": "allow"}')"));
    const auto run =
        stream({"-p", "read it", "--include-hook-events", "--disallowed-tools", "filesystem_read"});

    EXPECT_THAT(
        told(run.frames),
        ElementsAre("PreToolUse hook ran allow", "PreToolUse permissions ran deny")
    );
    EXPECT_TRUE(of_type(run.frames, "tool_result").at(0).at("is_error").as_bool());
}

TEST_F(HeadlessHooks, AskIsNoWhereNobodyCanBeAsked) {  // A2, CAL-HL-10
    start(kFixtures, "[permissions]\nask = [\"filesystem_read\"]\n");
    const auto run = stream({"-p", "read it", "--include-hook-events"});

    EXPECT_THAT(told(run.frames), ElementsAre("PreToolUse permissions ran ask"));
    EXPECT_THAT(
        boost::json::serialize(of_type(run.frames, "tool_result").at(0)),
        HasSubstr("there is no one to ask")
    );
}

TEST_F(HeadlessHooks, BareTurnsOffWhatIsNotTheSameOnEveryMachine) {  // A3, CAL-HL-20
    start(kFixtures, hook("SessionStart", "echo Be kind.") + hook("UserPromptSubmit", "exit 2"));
    write_file("CLAUDE.md", "Write in verse.\n");
    write_file("AGENTS.md", "Write in verse.\n");
    const auto usual = stream({"-p", "hi", "--include-hook-events"});
    const auto bare = stream({"-p", "hi", "--include-hook-events", "--bare"});

    EXPECT_EQ(usual.exit_code, 2);
    EXPECT_FALSE(usual.frames.front().at("bare").as_bool());
    EXPECT_EQ(bare.exit_code, 0) << bare.err;
    EXPECT_THAT(told(bare.frames), IsEmpty());
    const auto& init = bare.frames.front();
    EXPECT_TRUE(init.at("bare").as_bool());
    for (const auto* const none : {"mcp_servers", "plugins", "skills", "context_files"}) {
        EXPECT_THAT(init.at(none).as_array(), IsEmpty()) << none;
    }
    const auto sent = boost::json::serialize(requests().back());
    EXPECT_THAT(sent, Not(HasSubstr("Be kind.")));
    EXPECT_THAT(sent, Not(HasSubstr("in verse")));
}

}  // namespace
}  // namespace fovea::testing
