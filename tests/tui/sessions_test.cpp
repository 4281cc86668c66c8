// Permission, summaries, going on with a session, copies of it: by what is on the screen.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/recorded_requests.hpp"
#include "support/run_program.hpp"
#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kReads = R"([
{"match": {"userMessage": "summary of this conversation"}, "response": {"content": "They counted."}},
{"match": {"userMessage": "look", "hasToolResult": false}, "response": {"content": "", "toolCalls":
    [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "notes.txt"}}]}},
{"match": {"userMessage": "look", "hasToolResult": true}, "response": {"content": "That was all."}},
{"match": {}, "response": {"content": "An answer of some words."}}])";
constexpr const char* kAsksToRead = "[permissions]\nask = [\"filesystem_read\"]\n";

std::size_t count(const std::string& text, std::string_view words) {
    std::size_t found = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        ++found;
    return found;
}

class TerminalSessions : public Terminal {
protected:
    void begin(std::string_view configuration = {}) {
        start(kReads, configuration);
        std::ofstream(bench_->folder() / "notes.txt") << "nothing of note\n";
    }
};

TEST_F(TerminalSessions, AsksBeforeAToolRunsAndSaysWithWhat) {  // A2, U1
    begin(kAsksToRead);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("look\r");
    ASSERT_TRUE(run->wait_for("filesystem_read is about to run with")) << run->all();
    EXPECT_TRUE(run->shows("notes.txt"));
    EXPECT_TRUE(run->shows("y allow once"));
    run->type("x");  // no answer
    run->type("y");

    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    EXPECT_TRUE(run->shows("● filesystem_read notes.txt"));
    EXPECT_FALSE(run->shows("is about to run with"));
}

TEST_F(TerminalSessions, TakesNoLetterOfASentenceForAnAnswer) {  // A2, U1
    begin(kAsksToRead);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("look\rand then");  // written on while the model answers
    ASSERT_TRUE(run->wait_for("filesystem_read is about to run with")) << run->all();
    run->type("-y\x0f");

    ASSERT_TRUE(run->wait_for("nothing is folded")) << run->all();
    EXPECT_TRUE(run->shows("y allow once")) << run->all();
    run->type("n");
    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    ASSERT_TRUE(run->wait_for("and then")) << run->all();
}

TEST_F(TerminalSessions, DeniesWhatThePersonDenies) {  // A2
    begin(kAsksToRead);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("look\r");
    ASSERT_TRUE(run->wait_for("is about to run with")) << run->all();

    run->type("n");

    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    EXPECT_TRUE(run->shows("✗ filesystem_read notes.txt")) << run->all();
}

TEST_F(TerminalSessions, RemembersAlwaysAfterASettingWasChanged) {  // A2, V9
    begin(kAsksToRead);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("look\r");
    ASSERT_TRUE(run->wait_for("is about to run with")) << run->all();
    run->type("a");
    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/vision-proxy max-batch 3\r");
    ASSERT_TRUE(run->wait_for("[Vision Proxy]")) << run->all();
    run->type("look again\r");

    ASSERT_TRUE(run->wait_until([&] { return count(run->all(), "That was all.") == 2; }))
        << run->all();
    EXPECT_EQ(count(run->all(), "is about to run with"), 0u) << run->all();
}

TEST_F(TerminalSessions, CyclesWhetherToolsAsk) {  // U1
    begin(kAsksToRead);
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("\x1b[Z");
    ASSERT_TRUE(run->wait_for("tools run without asking")) << run->all();
    run->type("look\r");
    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    run->type("\x1b[Z");
    ASSERT_TRUE(run->wait_for("tools that would ask are denied")) << run->all();
    run->type("look\r");

    ASSERT_TRUE(run->wait_for("✗ filesystem_read")) << run->all();
}

TEST_F(TerminalSessions, MakesASummary) {  // A1, issue "/compact"
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    for (int i = 1; i <= 3; ++i) {
        run->type("count to " + std::to_string(i) + "\r");
        ASSERT_TRUE(run->wait_until([&] {
            return count(run->all(), "An answer of some words.") == std::size_t(i);
        })) << run->all();
        ASSERT_TRUE(run->wait_gone("esc stops"));
    }

    run->type("/compact\r");

    ASSERT_TRUE(run->wait_for("messages were replaced by a summary")) << run->all();
}

TEST_F(TerminalSessions, GoesOnWithASessionChosenFromAList) {  // U3
    begin();
    {
        auto first = fovea();
        ASSERT_TRUE(first->wait_for("/help for commands"));
        first->type("remember the harbour\r");
        ASSERT_TRUE(first->wait_for("An answer of some words.")) << first->all();
        ASSERT_TRUE(first->wait_gone("esc stops"));
        first->type("\x04");
        EXPECT_EQ(first->wait_exit(), 0);
    }
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/resume\r");
    ASSERT_TRUE(run->wait_for("Sessions  type to find")) << run->all();
    run->type("harb");
    ASSERT_TRUE(run->wait_for("› ")) << run->all();
    run->type("\r");

    ASSERT_TRUE(run->wait_for("› remember the harbour")) << run->all();
    EXPECT_TRUE(run->shows("An answer of some words."));
    run->type("and now?\r");
    ASSERT_TRUE(run->wait_until([&] { return count(run->all(), "An answer of some words.") == 2; }))
        << run->all();
}

TEST_F(TerminalSessions, WritesACopyAndNeverOverAFile) {  // issue "/export"
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("say something\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/export copy.txt\r");
    ASSERT_TRUE(run->wait_for("written to copy.txt")) << run->all();
    std::ifstream file(bench_->folder() / "copy.txt");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    EXPECT_NE(text.find("say something"), std::string::npos);
    EXPECT_NE(text.find("An answer of some words."), std::string::npos);
    run->type("/export copy.txt\r");

    ASSERT_TRUE(run->wait_for("copy.txt already exists")) << run->all();
}

TEST_F(TerminalSessions, WritesEachCopyThatHasNoNameUnderAnother) {  // issue "/export"
    begin();
    auto run = fovea({"--session-id", "kept"});
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("say something\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/export\r");
    ASSERT_TRUE(run->wait_for("written to fovea-kept.txt")) << run->all();
    run->type("/export\r");

    ASSERT_TRUE(run->wait_for("written to fovea-kept-2.txt")) << run->all();
}

TEST_F(TerminalSessions, GoesOnWhereTheSessionToResumeIsNotThere) {  // U3
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("say something\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/resume zork\r");
    ASSERT_TRUE(run->wait_for("✗ session not found: zork")) << run->all();
    run->type("and now?\r");

    ASSERT_TRUE(run->wait_until([&] { return count(run->all(), "An answer of some words.") == 2; }))
        << run->all();
    run->type("\x04");
    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_TRUE(run->shows("continue with: fovea --resume"));
}

TEST_F(TerminalSessions, BeginsAnew) {  // U3
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("remember the harbour\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/new\r");
    ASSERT_TRUE(run->wait_for("a new session; /resume ")) << run->all();
    run->type("and now?\r");

    ASSERT_TRUE(run->wait_until([&] { return count(run->all(), "An answer of some words.") == 2; }))
        << run->all();
    const auto asked = asking_models(upstream_->requests());
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[1].body.find("harbour"), std::string::npos);
    ASSERT_TRUE(run->wait_gone("esc stops"));
    run->type("exit\r");
    EXPECT_EQ(run->wait_exit(), 0);
}

TEST_F(TerminalSessions, TakesNoNameOfALocalModelThatIsNotThere) {  // M1
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/model local/nope\r");

    ASSERT_TRUE(run->wait_for("✗ there is no model local/nope")) << run->all();
    EXPECT_FALSE(run->shows("from the next message on")) << run->all();
}

TEST_F(TerminalSessions, ShowsARefusedToolAsRefusedAfterwards) {  // U3, A2
    begin(kAsksToRead);
    {
        auto first = fovea({"--session-id", "refused"});
        ASSERT_TRUE(first->wait_for("/help for commands"));
        first->type("look\r");
        ASSERT_TRUE(first->wait_for("is about to run with")) << first->all();
        first->type("n");
        ASSERT_TRUE(first->wait_for("That was all.")) << first->all();
        EXPECT_TRUE(first->shows("✗ filesystem_read notes.txt  you denied it")) << first->all();
        ASSERT_TRUE(first->wait_gone("esc stops"));
        first->type("\x04");
        EXPECT_EQ(first->wait_exit(), 0);
    }

    auto run = fovea({"--resume", "refused"});

    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    EXPECT_TRUE(run->shows("✗ filesystem_read notes.txt  you denied it\n\n  That was all."))
        << run->all();
}

TEST_F(TerminalSessions, SaysThatNothingWasSaidYet) {  // issues "/usage", "/export"
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    for (const auto* command : {"/usage", "/export"}) {
        run->type(std::string(command) + "\r");
        ASSERT_TRUE(run->wait_for(std::string("› ") + command)) << run->all();
        ASSERT_TRUE(run->wait_for("nothing was said in this session yet")) << run->all();
        run->type("\f");  // a clear screen
        ASSERT_TRUE(run->wait_gone("nothing was said")) << run->all();
    }
}

TEST_F(TerminalSessions, EnterTakesWhatIsChosenOfACommand) {  // U1
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/vision-proxy mode alway");
    ASSERT_TRUE(run->wait_for("› always  mode auto|always|off")) << run->all();
    run->type("\r");
    ASSERT_TRUE(run->wait_for("/vision-proxy mode always")) << run->all();
    EXPECT_FALSE(run->shows("--crop")) << run->all();
    run->type("\r");
    ASSERT_TRUE(run->wait_for("[Vision Proxy]")) << run->all();

    run->type("/mod");
    ASSERT_TRUE(run->wait_for("another model, from the next")) << run->all();
    run->type("\r");
    ASSERT_TRUE(run->wait_gone("another model, from the next")) << run->all();
    run->type("\x15/hel");
    ASSERT_TRUE(run->wait_for("keys and commands")) << run->all();
    run->type("\r");
    ASSERT_TRUE(run->wait_for("searches what was said before")) << run->all();
}

TEST_F(TerminalSessions, WaitsForASessionThatAnotherProgramUses) {  // U1
    begin();
    auto first = fovea({"--session-id", "shared"});
    ASSERT_TRUE(first->wait_for("/help for commands"));
    first->type("hello\r");
    ASSERT_TRUE(first->wait_for("An answer of some words.")) << first->all();

    auto second = fovea({"--resume", "shared"});
    ASSERT_TRUE(second->wait_for("another program may be using the session")) << second->all();
    first->type("\x04");
    EXPECT_EQ(first->wait_exit(), 0);

    ASSERT_TRUE(second->wait_for("An answer of some words.")) << second->all();
    ASSERT_TRUE(second->wait_gone("another program may be using")) << second->all();
}

TEST_F(TerminalSessions, TellsWhatWasSpentBilledAndEstimatedApart) {  // U3
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("say something\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("/usage\r");

    ASSERT_TRUE(run->wait_for("billed")) << run->all();
    EXPECT_TRUE(run->shows("anthropic/claude-opus-4-7"));
}

TEST_F(TerminalSessions, SaysTheLastMessageAnewInABranch) {  // U1
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));
    run->type("the first try\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops"));

    run->type("\x1b");
    ASSERT_TRUE(run->wait_for("esc again edits the last message")) << run->all();
    run->type("\x1b");
    ASSERT_TRUE(run->wait_for("sends it again, in a copy of this session")) << run->all();
    run->type(" and more\r");

    ASSERT_TRUE(run->wait_for("this goes on in a copy; the session")) << run->all();
    ASSERT_TRUE(run->wait_for("› the first try and more")) << run->all();
}

TEST_F(TerminalSessions, ForgetsNothingWhereTheLastMessageIsNotSaidAnewAfterAll) {  // U1
    for (const auto* gives_up : {"\x15", "\x03"}) {
        begin();
        auto run = fovea();
        ASSERT_TRUE(run->wait_for("/help for commands"));
        run->type("the first message\r");
        ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
        ASSERT_TRUE(run->wait_gone("esc stops"));
        run->type("\x1b");
        ASSERT_TRUE(run->wait_for("esc again edits the last message")) << run->all();
        run->type("\x1b");
        ASSERT_TRUE(run->wait_for("sends it again, in a copy of this session")) << run->all();

        run->type(gives_up);
        ASSERT_TRUE(run->wait_gone("sends it again, in a copy")) << run->all();
        run->type("something unrelated\r");

        ASSERT_TRUE(run->wait_until([&] {
            return count(run->all(), "An answer of some words.") == 2;
        })) << run->all();
        EXPECT_FALSE(run->shows("this goes on in a copy")) << run->all();
        EXPECT_NE(
            asking_models(upstream_->requests()).back().body.find("the first message"),
            std::string::npos
        );
    }
}

// With the data folder as $0, which is full once somebody has written to $0.fill, and has said so to $0.full.
constexpr const char* kFills = R"(mkdir -p "$0" && mount -t tmpfs -o size=16m none "$0" &&
    mkfifo "$0.fill" "$0.full" && {
        (read -r _ < "$0.fill"; cat /dev/zero > "$0/fill" 2> /dev/null; echo > "$0.full") &
    } && exec "$@")";

TEST_F(TerminalSessions, GivesBackWhatAFullDiskCouldNotTake) {  // U1, S1
    begin();
    const auto data = (bench_->folder() / "data").string();
    const std::vector<std::string> apart{"/usr/bin/unshare", ::geteuid() == 0 ? "-m" : "-rm"};
    auto can_mount = apart;
    for (const auto* word : {"mount", "-t", "tmpfs", "none", "/mnt"}) can_mount.emplace_back(word);
    if (run_program(can_mount).exit_code != 0) {
        GTEST_SKIP() << "there are no namespaces of mounts here";
    }
    auto launcher = apart;
    for (const auto& word : {std::string("/bin/sh"), std::string("-c"), std::string(kFills), data})
        launcher.push_back(word);
    TerminalProgram run(bench_->command({"--model", kModel}, launcher));
    ASSERT_TRUE(run.wait_for("/help for commands")) << run.all();
    run.type("say something\r");
    ASSERT_TRUE(run.wait_for("An answer of some words.")) << run.all();
    ASSERT_TRUE(run.wait_gone("esc stops"));
    std::ofstream(data + ".fill") << "now\n";
    std::string word;
    std::getline(std::ifstream(data + ".full"), word);

    std::string lines;
    for (int i = 0; i < 6000; ++i) lines += "line " + std::to_string(i) + "\r";
    run.type("\x1b[200~" + lines + "\x1b[201~");
    ASSERT_TRUE(run.wait_for("[≡ 6000 lines pasted]")) << run.all();
    run.type("what is that?\r");

    ASSERT_TRUE(run.wait_for("✗ STORE_ERROR")) << run.all();
    ASSERT_TRUE(run.wait_until([&] {
        const auto text = run.screen().text();
        const auto chip = text.find("[≡ 6000 lines pasted]", text.find("✗ STORE_ERROR"));
        return chip != std::string::npos && text.find("what is that?", chip) != std::string::npos;
    })) << run.all();
}

TEST_F(TerminalSessions, SaysWordsThatBeginWithAPath) {  // U1
    begin();
    auto run = fovea();
    ASSERT_TRUE(run->wait_for("/help for commands"));

    run->type("/var/log is full\r");
    ASSERT_TRUE(run->wait_for("An answer of some words.")) << run->all();
    run->type("/nosuch thing\r");

    ASSERT_TRUE(run->wait_for("there is no command /nosuch")) << run->all();
}

}  // namespace
}  // namespace fovea::testing
