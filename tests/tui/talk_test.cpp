// `fovea` in a terminal of its own, beside a model server of other people's making.
#include <csignal>
#include <string>

#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

TEST_F(Terminal, AnswersAQuestionAndLeavesTheTerminalAsItWas) {  // U1
    start(R"([{"match": {}, "response": {"content": "A red square, I think."}}])");
    auto run = fovea();

    ASSERT_TRUE(run->wait_for("/help for commands")) << run->all();
    EXPECT_FALSE(run->is_given_back());
    run->type("what is this?\r");
    ASSERT_TRUE(run->wait_for("A red square, I think.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops")) << run->all();
    EXPECT_TRUE(run->shows("› what is this?"));

    run->type("\x04");
    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_TRUE(run->is_given_back());
    EXPECT_TRUE(run->screen().is_cursor_shown());
    EXPECT_TRUE(run->shows("continue with: fovea --resume"));
}

TEST_F(Terminal, LeavesAtTheSecondCtrlC) {  // U1
    start(R"([{"match": {}, "response": {"content": "yes"}}])");
    auto run = fovea();

    ASSERT_TRUE(run->wait_for("›"));
    run->type("half a thought\x03");
    ASSERT_TRUE(run->wait_for("ctrl-c again leaves"));
    EXPECT_FALSE(run->shows("half a thought"));
    run->type("\x03");

    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_TRUE(run->is_given_back());
}

TEST_F(Terminal, LosesNothingThatIsWrittenAfterACtrlC) {  // U1
    start(R"([{"match": {}, "response": {"content": "yes"}}])");
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    for (const auto* written : {"typed words", "\x1b[200~pasted words\x1b[201~"}) {
        run->type("\x03");
        ASSERT_TRUE(run->wait_for("ctrl-c again leaves")) << run->all();
        run->type(written);
        ASSERT_TRUE(run->wait_for("ed words")) << run->all();
        ASSERT_TRUE(run->wait_gone("ctrl-c again leaves")) << run->all();
        run->type("\x03");
        ASSERT_TRUE(run->wait_gone("ed words")) << run->all();
        run->type("x\x7f");
        ASSERT_TRUE(run->wait_gone("ctrl-c again leaves")) << run->all();
    }
    run->type("still here?\r");
    ASSERT_TRUE(run->wait_for("yes")) << run->all();
}

TEST_F(Terminal, ShowsWhatCommandsSayBelowAnAnswerThatIsUnderWay) {  // U1
    std::string words;
    for (int i = 1; i < 60; ++i) words += "word" + std::to_string(i) + "\\n\\n";
    start(
        R"([{"match": {}, "latency": 150, "chunkSize": 4, "response": {"content": ")" + words +
        "last\"}}]"
    );
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("count\r");
    ASSERT_TRUE(run->wait_for("word3")) << run->all();

    run->type("/model zork\r");
    ASSERT_TRUE(run->wait_until([&] {
        const auto text = run->screen().text();
        const auto at = text.find("✗");
        return at != std::string::npos && text.find("word") < at &&
               text.find("word", at) == std::string::npos;
    })) << run->all();
    run->type("/resume\r");
    ASSERT_TRUE(run->wait_for("esc first: an answer is under way")) << run->all();
    run->type("\x1b");

    ASSERT_TRUE(run->wait_for("stopped")) << run->all();
    EXPECT_TRUE(run->shows("zork")) << run->all();
    EXPECT_FALSE(run->shows("esc first: an answer is under way")) << run->all();
}

TEST_F(Terminal, GivesTheTerminalBackWhateverEndsIt) {  // U1
    for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT}) {
        start(R"([{"match": {}, "response": {"content": "yes"}}])");
        auto run = fovea();
        ASSERT_TRUE(run->wait_for("/help for commands"));

        run->send_signal(number);

        const bool is_crash = number == SIGSEGV || number == SIGABRT;
        EXPECT_EQ(run->wait_exit(), is_crash ? 128 + number : 124) << number;
        EXPECT_TRUE(run->is_given_back()) << number;
        EXPECT_TRUE(run->screen().is_cursor_shown()) << number;
        EXPECT_NE(run->take_bytes().find("\x1b[?2004l"), std::string::npos) << number;
        // What a shell says next stands below what was shown.
        const auto below =
            run->screen().rows()[static_cast<std::size_t>(run->screen().cursor_row())];
        EXPECT_EQ(below, "") << number;
        EXPECT_EQ(run->screen().cursor_column(), 0) << number;
    }
}

TEST_F(Terminal, StopsAndGoesOnAsOtherJobsOfAShell) {  // U1
    start(R"([{"match": {}, "response": {"content": "yes"}}])");
    std::vector<std::string> shell{
        "/bin/bash", "-mc", "\"$@\"; echo STOPPED; read -r x; fg >/dev/null", "bash"};
    for (const auto& word : bench_->command({"--model", kModel})) shell.push_back(word);
    TerminalProgram run(shell);
    ASSERT_TRUE(run.wait_for("/help for commands"));
    run.type("kept words");
    ASSERT_TRUE(run.wait_for("kept words"));

    run.type("\x1a");
    ASSERT_TRUE(run.wait_for("STOPPED")) << run.all();
    EXPECT_TRUE(run.is_given_back());
    run.type("\r");

    ASSERT_TRUE(run.wait_for("kept words")) << run.all();
    ASSERT_TRUE(run.wait_until([&] { return !run.is_given_back(); }));
    run.type(" and more");
    ASSERT_TRUE(run.wait_for("kept words and more")) << run.all();
    // The editor is there once.
    const auto screen = run.screen().text();
    EXPECT_EQ(screen.find("kept words"), screen.rfind("kept words")) << screen;
    EXPECT_EQ(screen.find("───\n"), screen.rfind("───\n")) << screen;
}

TEST_F(Terminal, ReadsAPictureWithNothingConfigured) {  // U1
    start("[]");
    bench_->picture("words.png", {"sheet", "800", "300", "2"});
    auto run = fovea({"--model", "local/ocr"});

    ASSERT_TRUE(run->wait_for("local/ocr"));
    run->type("what does @words.png say? \r");

    ASSERT_TRUE(run->wait_until([&] { return run->shows("Budget") || run->shows("Hamburg"); }))
        << run->all();
    ASSERT_TRUE(run->wait_for("1 picture as pixels")) << run->all();
}

TEST_F(Terminal, IsPlainLinesWhereTheTerminalIsDumb) {  // U1
    start(R"([{"match": {}, "response": {"content": "A red square."}}])");
    auto run = fovea({}, {.variables = {"TERM=dumb"}});

    ASSERT_TRUE(run->wait_for("/quit leaves")) << run->all();
    run->type("what is this?\r");
    ASSERT_TRUE(run->wait_for("A red square.")) << run->all();
    run->type("/quit\r");

    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_EQ(run->take_bytes().find('\x1b'), std::string::npos);
}

TEST_F(Terminal, StopsAnAnswerAtCtrlCWhereTheTerminalIsDumb) {  // U1
    start(R"([{"match": {}, "latency": 200, "chunkSize": 4, "response": {"content":
 "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"}}])");
    auto run = fovea({}, {.variables = {"TERM=dumb"}});
    ASSERT_TRUE(run->wait_for("/quit leaves")) << run->all();
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one")) << run->all();

    run->type("\x03");
    ASSERT_TRUE(run->wait_for("stopped")) << run->all();
    run->type("/help\r");
    ASSERT_TRUE(run->wait_for("ctrl-c        stops the answer")) << run->all();

    run->type("\x03");
    ASSERT_TRUE(run->wait_for("ctrl-c again leaves")) << run->all();
    run->type("\x03");
    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_TRUE(run->shows("continue with: fovea --resume")) << run->all();
}

TEST_F(Terminal, BeginsALineForWhatItSaysBehindAnAnswerThatWasCutOff) {  // U1
    start(R"([{"match": {}, "truncateAfterChunks": 6, "latency": 1, "chunkSize": 8,
               "response": {"content": "one two three four five six seven eight nine ten"}}])");
    auto run = fovea({}, {.variables = {"TERM=dumb"}});
    ASSERT_TRUE(run->wait_for("/quit leaves")) << run->all();

    run->type("count\r");

    ASSERT_TRUE(run->wait_for("\n  ✗ LLM_ERROR")) << run->all();
    EXPECT_TRUE(run->shows("one two")) << run->all();
}

TEST_F(Terminal, KeepsWhatIsAboveWhenTheWindowChanges) {  // U1
    start(R"([{"match": {}, "response": {"content": "one\n\ntwo\n\nthree"}}])");
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("count\r");
    ASSERT_TRUE(run->wait_for("three"));
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->resize(30, 20);
    run->type("narrow");
    ASSERT_TRUE(run->wait_for("narrow")) << run->all();

    EXPECT_TRUE(run->shows("  three")) << run->all();
    run->resize(20, 10);
    run->type(" now");
    ASSERT_TRUE(run->wait_for("narrow now")) << run->all();
}

}  // namespace
}  // namespace fovea::testing
