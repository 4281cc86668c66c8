// What a person may do while an answer is under way, and what waits for its end.
#include <string>
#include <thread>

#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

// Comes slowly enough for somebody to type meanwhile.
constexpr const char* kSlow = R"([
{"match": {"userMessage": "slow"}, "latency": 60,
 "response": {"content": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen last"}},
{"match": {}, "response": {"content": "A quick answer."}}])";

TEST_F(Terminal, DescribesOnlyOnceTheTurnThatRunsIsOver) {  // PVP-X1
    start(kSlow);
    bench_->picture("words.png", {"sheet", "800", "300", "2"});
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one two")) << run->all();

    run->type("/vision-proxy describe words.png\r");

    ASSERT_TRUE(run->wait_for("waits for the turn that runs")) << run->all();
    ASSERT_TRUE(run->wait_for("[Vision Proxy]")) << run->all();
    const auto all = run->all();
    ASSERT_NE(all.find("last"), std::string::npos) << all;
    EXPECT_LT(all.find("last"), all.find("[Vision Proxy]")) << all;
}

TEST_F(Terminal, QueuesWhatIsSaidMeanwhile) {  // U1
    start(kSlow);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one two"));

    run->type("quick\r");

    ASSERT_TRUE(run->wait_for("quick  waits")) << run->all();
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();
    EXPECT_LT(run->all().find("last"), run->all().find("A quick answer."));
}

// More than a terminal takes without being read.
std::string much_text() {
    std::string text;
    for (int i = 0; i < 6000; ++i)
        text += "Line " + std::to_string(i) + " of what was asked for.\\n\\n";
    return text;
}

TEST_F(Terminal, HearsKeysWhileTheTerminalIsNotRead) {  // U1
    start(
        R"([{"match": {"userMessage": "much"}, "chunkSize": 2000, "response": {"content": ")" +
        much_text() + R"("}}, {"match": {}, "response": {"content": "A quick answer."}}])"
    );
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("much\r");
    while (upstream_->requests().empty()) std::this_thread::yield();

    run->type("quick\r");

    // Nobody reads the terminal until it was said.
    while (upstream_->requests().size() < 2) std::this_thread::yield();
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();
    const auto all = run->all();
    for (int i = 0; i < 6000; i += 371) {
        EXPECT_NE(all.find("Line " + std::to_string(i) + " of"), std::string::npos) << i;
    }
    EXPECT_LT(all.find("Line 5999 of"), all.find("A quick answer."));
}

TEST_F(Terminal, StopsAtEscape) {  // U1
    start(kSlow);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one two"));

    run->type("\x1b");

    ASSERT_TRUE(run->wait_for("stopped")) << run->all();
    EXPECT_FALSE(run->shows("last"));
}

TEST_F(Terminal, WorksAtTwentyColumnsAndWithoutColour) {  // U1
    start(kSlow);
    auto run = fovea({}, {.columns = 20, .rows = 12, .variables = {"NO_COLOR=1"}});
    ASSERT_TRUE(run->wait_for("›"));
    run->type("quick and short\r");
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();

    run->type("\x04");
    EXPECT_EQ(run->wait_exit(), 0);
    const auto bytes = run->take_bytes();
    for (const auto* colour : {"\x1b[36m", "\x1b[90m", "\x1b[31m", "\x1b[32m"}) {
        EXPECT_EQ(bytes.find(colour), std::string::npos);
    }
}

}  // namespace
}  // namespace fovea::testing
