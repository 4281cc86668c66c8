// One run for each way a run can end: the exit code and the result frame say the same.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <csignal>
#include <map>
#include <set>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string fixtures() {
    return R"([
    {"match": {"toolCallId": "call_1"}, "response": {"content": "The file says hello."}},
    {"match": {"userMessage": "read"}, "response": {"content": "I shall look.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}}],
     "usage": {"prompt_tokens": 1000, "completion_tokens": 1000, "total_tokens": 2000}}},
    {"match": {"userMessage": "refuse"}, "response":
        {"content": "I will not.", "finishReason": "refusal"}},
    {"match": {"userMessage": "much"}, "chunkSize": 20000, "response": {"content": ")" +
           std::string(20'000, 'x') + R"("}},
    {"match": {}, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";
}

constexpr std::string_view kHook =
    "[[hooks]]\nevent = \"UserPromptSubmit\"\ncommand = "
    "\"grep -q forbidden && { echo nobody asks that >&2; exit 2; }; exit 0\"\n";

// What a subtype may exit with.
const std::map<std::string, std::set<int>> kAgreed = {
    {"success", {0}},
    {"error", {1, 2, 64, 66, 78}},
    {"max_turns", {75}},
    {"budget_exceeded", {137}},
    {"cancelled", {124}},
    {"-", {130}},  // ended at once: no frame
};

class HeadlessExit : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(fixtures(), kHook);
    }
    RunOutput broken_configuration() const {
        const Workbench broken(upstream_->url(), "[nonsense]\nx = 1\n");
        auto done = run_program(broken.command({"-p", "hi", "--output-format", "stream-json"}));
        return {done.exit_code, done.out, done.err, frames_of(done.out)};
    }
    RunOutput two_interrupts() const {
        auto live = LiveProgram::start(command({"-p", "much", "--output-format", "stream-json"}));
        live.shrink_output();
        live.close_input();
        live.read_line();
        live.read_byte();
        live.send_signal_until_it_ends(SIGINT);
        return {live.finish().exit_code, {}, {}, {{{"type", "nothing"}}}};
    }
    RunOutput refused_key() const {
        upstream_->fail_next(401, "bad key");
        return stream({"-p", "hi"});
    }
    // A row of the table: code, frame and what we want of them are one.
    static void expect_end(
        const char* what, int exit_code, const char* subtype, const RunOutput& run
    ) {
        const auto& last = run.result();
        const auto told = last.contains("subtype") ? run.text("subtype") : "-";
        const bool is_error = last.contains("is_error") && last.at("is_error").as_bool();
        const auto* const flag = told == "-" ? "-" : is_error ? "true" : "false";
        fmt::print("| {:28} | {:4} | {:15} | {:8} |\n", what, run.exit_code, told, flag);

        EXPECT_EQ(run.exit_code, exit_code) << what << ": " << run.out << run.err;
        EXPECT_EQ(told, subtype) << what;
        EXPECT_EQ(is_error, told != "success" && told != "-") << what;
        EXPECT_TRUE(kAgreed.at(told).contains(run.exit_code)) << what;
        if (!is_error) return;
        EXPECT_FALSE(last.contains("result")) << what;
        EXPECT_NE(run.text("error"), "") << what;
        EXPECT_TRUE(last.contains("tool_calls_seen")) << what;
    }
};

TEST_F(HeadlessExit, CodeAndSubtypeAgreeInEveryWayARunCanEnd) {  // H4, H5, CAL-HL-21, CAL-HL-29
    fmt::print("| {:28} | exit | {:15} | is_error |\n", "run", "subtype");
    expect_end("an answer", 0, "success", stream({"-p", "hi"}));
    expect_end("the provider refuses the key", 1, "error", refused_key());
    expect_end("the model refuses", 2, "error", stream({"-p", "refuse"}));
    expect_end("no JSON for the schema", 2, "error", stream({"-p", "hi", "--json-schema", "{}"}));
    expect_end("a hook refuses the prompt", 2, "error", stream({"-p", "forbidden"}));
    expect_end("no picture", 2, "error", stream({"-p", "hi", "--image", "note.txt"}));
    expect_end("nothing to see", 2, "error", stream({"-p", "hi", "--model", "local/ocr"}));
    // CAL-HL-22
    expect_end("a malformed frame", 64, "error", talk("nonsense\n"));
    expect_end("a model that is none", 64, "error", stream({"-p", "hi", "--model", "nonsense"}));
    run({"-p", "hi", "--session-id", "taken"});
    expect_end("a name in use", 64, "error", stream({"-p", "hi", "--session-id", "taken"}));
    // CAL-HL-23
    expect_end("a session that is none", 66, "error", stream({"-p", "hi", "--resume", "none"}));
    expect_end("no frame", 66, "error", talk(""));
    expect_end("no prompt", 66, "error", stream({"-p"}));
    expect_end("a missing picture", 66, "error", stream({"-p", "hi", "--image", "none.png"}));
    bench_->forget_data();
    expect_end("nothing to continue", 66, "error", stream({"-p", "hi", "--continue"}));
    // CAL-HL-24
    expect_end("--max-turns", 75, "max_turns", stream({"-p", "read it", "--max-turns", "1"}));
    const auto poor = stream({"-p", "hi", "--max-budget-usd", "0.000001"});
    expect_end("--max-budget-usd", 137, "budget_exceeded", poor);
    // CAL-HL-25
    expect_end("a wrong configuration", 78, "error", broken_configuration());
    const std::string much(10'000'001, 'x');
    expect_end("more than 10 MB piped in", 78, "error", stream({"-p", "hi"}, much));
    // CAL-HL-26
    const std::string said = "{\"type\":\"user\",\"content\":\"hi\"}\n";
    const std::string interrupt = "{\"type\":\"control\",\"subtype\":\"interrupt\"}\n";
    expect_end("an interrupt frame", 124, "cancelled", talk(said + interrupt));
    expect_end("a second Ctrl-C", 130, "-", two_interrupts());
}

TEST_F(HeadlessExit, ARunThatFailsSaysHowFarItCame) {  // H4, CAL-HL-28
    const auto cut = json({"-p", "read it", "--max-turns", "1"}).result();
    const auto idle = json({"-p", "forbidden"}).result();

    EXPECT_EQ(cut.at("last_assistant_text").as_string(), "I shall look.");
    EXPECT_EQ(cut.at("tool_calls_seen").to_number<int>(), 1);
    EXPECT_EQ(cut.at("stop_reason").as_string(), "tool_calls");
    EXPECT_FALSE(cut.contains("result"));
    EXPECT_FALSE(idle.contains("last_assistant_text"));
    EXPECT_EQ(idle.at("tool_calls_seen").to_number<int>(), 0);
    EXPECT_TRUE(idle.at("stop_reason").is_null());
    EXPECT_THAT(std::string(idle.at("error").as_string()), HasSubstr("nobody asks that"));
}

TEST_F(
    HeadlessExit, TheLimitOfTurnsIsCheckedBeforeTheCallThatWouldBreakIt
) {  // CAL-HL-24, CAL-HL-34
    const auto run = stream({"-p", "read it", "--max-turns", "2"});

    EXPECT_EQ(run.exit_code, 0) << run.err;
    upstream_->forget();
    EXPECT_EQ(stream({"-p", "read it", "--max-turns", "1"}).exit_code, 75);
    EXPECT_THAT(requests(), SizeIs(1));
}

TEST_F(HeadlessExit, NoCallIsMadeThatWouldBreakTheBudget) {  // CAL-HL-24, CAL-HL-34
    const auto none = stream({"-p", "hi", "--max-budget-usd", "0"});

    EXPECT_EQ(none.exit_code, 137);
    EXPECT_THAT(requests(), IsEmpty());
    EXPECT_EQ(none.result().at("total_cost_usd").to_number<double>(), 0);
    EXPECT_EQ(stream({"-p", "hi", "--max-budget-usd", "1"}).exit_code, 0);
}

// A million tokens cost 5 USD in and 25 USD out, so the first call takes all of it.
TEST_F(HeadlessExit, WhatWasSpentCountsBeforeTheNextCall) {  // CAL-HL-24, CAL-HL-34
    const auto run = stream({"-p", "read it", "--max-budget-usd", "0.03"});

    EXPECT_EQ(run.exit_code, 137) << run.out;
    EXPECT_THAT(requests(), SizeIs(1));
    EXPECT_DOUBLE_EQ(run.result().at("total_cost_usd").to_number<double>(), 0.03);
    EXPECT_EQ(run.result().at("tool_calls_seen").to_number<int>(), 1);
    EXPECT_EQ(stream({"-p", "read it", "--max-budget-usd", "1"}).exit_code, 0);
}

TEST_F(HeadlessExit, AFailedRunSaysInTextWhatToDoNext) {  // H5, CAL-HL-3
    const auto cut = run({"-p", "read it", "--max-turns", "1"});

    EXPECT_EQ(cut.out, "");
    EXPECT_THAT(cut.err, HasSubstr("max_turns"));
    EXPECT_THAT(cut.err, HasSubstr("fovea -p --resume "));
}

TEST_F(HeadlessExit, WrongUsageIsSaidInWords) {  // H5, CAL-HL-22
    const std::pair<std::vector<std::string>, const char*> wrong[] = {
        {{"-p", "hi", "--nonsense"}, "--nonsense"},
        {{"-p", "hi", "there"}, "twice"},
        {{"-p", "hi", "--output-format", "xml"}, "xml not in {"},
        {{"-p", "hi", "--input-format", "xml"}, "xml not in {"},
        {{"-p", "hi", "--max-turns", "0"}, "--max-turns"},
        {{"-p", "hi", "--max-budget-usd", "-1"}, "\"-1\" is not a valid amount in USD (0 or more)"},
        {{"-p", "hi", "--max-budget-usd", "nan"},
         "\"nan\" is not a valid amount in USD (0 or more)"},
        {{"-p", "hi", "--resume", "a", "--continue"}, "--continue"},
        {{"-p", "hi", "--system-prompt", "a", "--system-prompt-file", "b"}, "--system-prompt"},
    };
    for (const auto& [arguments, words] : wrong) {
        const auto refused = run(arguments);

        EXPECT_EQ(refused.exit_code, 64) << words;
        EXPECT_EQ(refused.out, "");
        EXPECT_THAT(refused.err, HasSubstr(words));
        EXPECT_THAT(refused.err, HasSubstr("Try fovea -p --help."));
        EXPECT_LT(refused.err.size(), 300U) << refused.err;
    }
}

}  // namespace
}  // namespace fovea::testing
