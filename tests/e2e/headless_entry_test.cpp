// The ways into a run: -p or a pipe, and what comes with the prompt.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kFixtures = R"([
    {"match": {}, "response": {"content": "A red square."}}])";

class HeadlessEntry : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(kFixtures);
    }
    // As on a terminal, by script(1), which gives the program one.
    Finished on_a_terminal(const std::vector<std::string>& arguments, const char* behind = "")
        const {
        std::string line;
        for (const auto& word : command(arguments)) line += "'" + word + "' ";
        return run_program({"script", "-qefc", line + behind, "/dev/null"});
    }
    std::string last_request() const { return boost::json::serialize(requests().back()); }
};

TEST_F(HeadlessEntry, APipeIsEnough) {  // H1, CAL-HL-2
    const auto piped = run({}, "What is this?");
    const auto word = run({"What is this?"});

    EXPECT_EQ(piped.out, "A red square.\n") << piped.err;
    EXPECT_EQ(word.out, "A red square.\n") << word.err;
    EXPECT_THAT(last_request(), HasSubstr("What is this?"));
}

TEST_F(HeadlessEntry, NoAutoPrintTurnsThatOffAndPrintWins) {  // H1, CAL-HL-2
    const auto off = run({"--no-auto-print"}, "What is this?");
    const auto won = run({"--no-auto-print", "--print", "What is this?"});

    EXPECT_EQ(off.exit_code, 64);
    EXPECT_EQ(off.out, "");
    EXPECT_THAT(off.err, HasSubstr("-p"));
    EXPECT_EQ(won.out, "A red square.\n");
}

TEST_F(HeadlessEntry, OnATerminalItTakesPrintOrAPipedOutput) {  // H1, CAL-HL-2
    // Without -p it is a conversation (tests/tui), which has no frames.
    EXPECT_EQ(on_a_terminal({"--output-format", "json", "What is this?"}).exit_code, 64);
    EXPECT_THAT(on_a_terminal({"-p", "What is this?"}).out, HasSubstr("A red square."));
    EXPECT_THAT(on_a_terminal({"What is this?"}, "| cat").out, HasSubstr("A red square."));
}

TEST_F(HeadlessEntry, WhatIsPipedInGoesWithThePrompt) {  // H1, CAL-HL-1
    run({"-p", "Summarise"}, "the log says no");
    EXPECT_THAT(last_request(), HasSubstr("Summarise"));
    EXPECT_THAT(last_request(), HasSubstr("the log says no"));
    run({"-p", "-"}, "all of it");
    EXPECT_THAT(last_request(), HasSubstr("all of it"));
}

}  // namespace
}  // namespace fovea::testing
