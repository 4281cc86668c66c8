// What a person writes, and what can be done with it before it is said: by what is on the screen.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/recorded_requests.hpp"
#include "support/run_program.hpp"
#include "support/test_paths.hpp"
#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kAnswers = R"([
{"match": {"userMessage": "slow"}, "latency": 60,
 "response": {"content": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen last"}},
{"match": {"userMessage": "ponder"}, "response": {"content": "So it is.", "reasoning": "I wonder whether the sea is blue."}},
{"match": {"userMessage": "look", "hasToolResult": false}, "response": {"content": "", "toolCalls":
    [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "notes.txt"}}]}},
{"match": {"userMessage": "look", "hasToolResult": true}, "response": {"content": "That was all."}},
{"match": {}, "response": {"content": "A quick answer."}}])";

std::string sample() {
    return test_paths::source_dir() + "/tests/data/sample/screenshot.png";
}

class TerminalWriting : public Terminal {
protected:
    void begin(std::string_view configuration = {}) {
        start(kAnswers, configuration);
        std::ofstream(bench_->folder() / "notes.txt") << "the sea is blue\n";
        bench_->picture("small.png", {"plain", "300", "200", "30,30,200"});
    }
    std::unique_ptr<TerminalProgram> ready(TerminalSetup setup = {}) const {
        auto run = fovea({}, std::move(setup));
        EXPECT_TRUE(run->wait_for("/help for commands")) << run->all();
        return run;
    }
    // A program of that name that is found before all others.
    std::string path_with(const std::string& name, const std::string& script) const {
        const auto folder = bench_->folder() / "programs";
        std::filesystem::create_directories(folder);
        std::ofstream(folder / name) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(folder / name, std::filesystem::perms::owner_all);
        return "PATH=" + folder.string() + ":/usr/bin:/bin";
    }
};

bool stands_before(const TerminalProgram& run, std::string_view first, std::string_view second) {
    const auto text = run.screen().text();
    const auto at = text.rfind(first);
    return at != std::string::npos && text.find(second, at) != std::string::npos;
}

TEST_F(TerminalWriting, GivesBackWhatWaitsAlthoughSomethingIsBeingWritten) {  // U1
    begin();
    auto run = ready();
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one two")) << run->all();
    run->type("what about @small.png ?\r");
    ASSERT_TRUE(run->wait_for("@small.png ?  waits")) << run->all();
    run->type("and this");
    ASSERT_TRUE(run->wait_for("› and this")) << run->all();

    run->type("\x1b");

    ASSERT_TRUE(run->wait_for("stopped")) << run->all();
    ASSERT_TRUE(run->wait_until([&] { return stands_before(*run, "› what about", "  and this"); }))
        << run->all();
}

TEST_F(TerminalWriting, FindsWhatWasSaidBefore) {  // U1
    begin();
    auto run = ready();
    for (const auto* words : {"the first of all", "a second thing", "third"}) {
        run->type(std::string(words) + "\r");
        ASSERT_TRUE(run->wait_for(std::string("› ") + words)) << run->all();
        ASSERT_TRUE(run->wait_gone("esc stops")) << run->all();
    }

    run->type("\x1b[A\x1b[A");
    ASSERT_TRUE(run->wait_until([&] { return stands_before(*run, "───\n", "› a second thing"); }))
        << run->all();
    run->type("\x1b[B\x1b[B");  // and back to what was being written
    ASSERT_TRUE(run->wait_until([&] { return !stands_before(*run, "───\n", "third"); }));

    run->type("\x12");
    ASSERT_TRUE(run->wait_for("search:")) << run->all();
    EXPECT_FALSE(run->shows("nothing found")) << run->all();  // nothing was looked for
    run->type("first");
    ASSERT_TRUE(run->wait_for("search: first  ⟶ the first of all")) << run->all();
    run->type("zz");
    ASSERT_TRUE(run->wait_for("nothing found")) << run->all();
    run->type("\x7f\x7f\r");
    ASSERT_TRUE(run->wait_until([&] { return stands_before(*run, "───\n", "› the first of all"); }))
        << run->all();
}

TEST_F(TerminalWriting, KeepsPicturesWhereOtherWordsAreTaken) {  // U1
    begin();
    auto run = ready();
    run->type("said before\r");
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();
    run->type("/image small.png\r");
    ASSERT_TRUE(run->wait_for("[▣ small.png")) << run->all();

    run->type(
        "\x12"
        "before\r"
    );

    ASSERT_TRUE(run->wait_until([&] {
        return stands_before(*run, "───\n", "› said before[▣ small.png");
    })) << run->all();
}

TEST_F(TerminalWriting, TakesAPictureAwayWithOneKey) {  // U1
    begin();
    auto run = ready();
    run->type("see ");
    run->type("\x1b[200~'" + sample() + "' \x1b[201~");
    ASSERT_TRUE(run->wait_for("› see [▣ screenshot.png")) << run->all();

    run->type("\x7f\x7f");  // the blank behind it, and the picture

    ASSERT_TRUE(run->wait_gone("[▣")) << run->all();
    run->type("\x1f");  // undone
    ASSERT_TRUE(run->wait_for("› see [▣ screenshot.png")) << run->all();
}

TEST_F(TerminalWriting, TakesThePictureThatWasCopied) {  // CAL-IMG-8
    begin();
    const auto path = path_with(
        "wl-paste",
        "case \"$*\" in *list-types*) echo image/png ;; *image/png*) cat '" + sample() +
            "' ;; esac\n"
    );
    auto run = ready({.variables = {"WAYLAND_DISPLAY=wayland-9", path}});

    run->type("\x16");
    ASSERT_TRUE(run->wait_for("[▣ clipboard.png")) << run->all();
    run->type("\x1b[200~\x1b[201~");  // what terminals paste where only a picture was copied

    ASSERT_TRUE(run->wait_until([&] {
        const auto all = run->all();
        return all.find("[▣ clipboard.png") != all.rfind("[▣ clipboard.png");
    })) << run->all();
}

TEST_F(TerminalWriting, TakesAFileThatComesInASequence) {  // CAL-IMG-9
    begin();
    auto run = ready();

    // "dot.png", and a PNG of one pixel.
    run->type(
        "\x1b]1337;File=name=ZG90LnBuZw==;inline=1:"
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
        "awAAAABJRU5ErkJggg==\x07"
    );

    ASSERT_TRUE(run->wait_for("[▣ dot.png 1×1")) << run->all();
}

TEST_F(TerminalWriting, UnfoldsToolsAndThoughts) {  // U1
    begin();
    auto run = ready();
    run->type("look\r");
    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops")) << run->all();
    EXPECT_TRUE(run->shows("● filesystem_read notes.txt (1 the sea is blue)")) << run->all();
    EXPECT_FALSE(run->shows(R"({"path":"notes.txt"})"));

    run->type("\x0f");

    ASSERT_TRUE(run->wait_for(R"({"path":"notes.txt"})")) << run->all();
    ASSERT_TRUE(run->wait_for("↳")) << run->all();

    run->type("ponder\r");
    ASSERT_TRUE(run->wait_for("∴ thought for")) << run->all();
    ASSERT_TRUE(run->wait_for("So it is.")) << run->all();
    EXPECT_FALSE(run->shows("I wonder"));
    run->type("\x0f");
    ASSERT_TRUE(run->wait_for("I wonder whether the sea is blue.")) << run->all();
}

TEST_F(TerminalWriting, ShowsPicturesLargeByTheirNumber) {  // issue "/view"
    begin();
    bench_->picture("other.png", {"plain", "310", "210", "30,200,30"});
    auto run = ready({.rows = 40, .variables = {"FOVEA_GRAPHICS=none"}});
    run->type("see @small.png and @other.png \r");
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops")) << run->all();

    run->type("/view 1\r");
    ASSERT_TRUE(run->wait_until([&] {
        return stands_before(*run, "› /view 1", "[image: 300x200 image/png small.png]");
    })) << run->all();
    run->type("/view 7\r");

    ASSERT_TRUE(run->wait_for("/view takes a number from 1 to 2")) << run->all();
}

TEST_F(TerminalWriting, TakesAPasteWhileAQuestionWaits) {  // A2, U1
    begin("[permissions]\nask = [\"filesystem_read\"]\n");
    auto run = ready();
    run->type("look\r");
    ASSERT_TRUE(run->wait_for("y allow once")) << run->all();

    run->type("\x1b[200~yes, and then some\x1b[201~");
    run->type("n");

    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    ASSERT_TRUE(run->wait_for("› yes, and then some")) << run->all();
    EXPECT_TRUE(run->shows("✗ filesystem_read notes.txt")) << run->all();
}

TEST_F(TerminalWriting, LeavesWhatWasAnsweredWhenItIsToldToEnd) {  // U1
    begin();
    auto run = ready();
    run->type("slow\r");
    ASSERT_TRUE(run->wait_for("one two three")) << run->all();

    run->send_signal(SIGTERM);

    EXPECT_EQ(run->wait_exit(), 124);
    EXPECT_TRUE(run->shows("  one two three")) << run->all();
    EXPECT_TRUE(run->shows("continue with: fovea --resume")) << run->all();
    EXPECT_FALSE(run->shows("esc stops")) << run->all();
}

TEST_F(TerminalWriting, CanBeReadAtTwentyColumns) {  // A2, U1
    begin("[permissions]\nask = [\"filesystem_read\"]\n");
    auto run = fovea({}, {.columns = 20, .rows = 24});
    ASSERT_TRUE(run->wait_for("/help for commands")) << run->all();

    run->type("look\r");

    ASSERT_TRUE(run->wait_for("\n  y allow once\n")) << run->all();
    EXPECT_TRUE(run->shows("\n  n deny\n")) << run->all();
    run->type("n");
    ASSERT_TRUE(run->wait_for("That was all.")) << run->all();
    ASSERT_TRUE(run->wait_gone("esc stops")) << run->all();
    run->type("/help\r");
    ASSERT_TRUE(run->wait_for("  /quit\n    leave; so does")) << run->all();
}

TEST_F(TerminalWriting, TakesPicturesWhereTheTerminalIsDumb) {  // CAL-IMG-28, U1
    begin();
    auto run = fovea({"--image", sample()}, {.variables = {"TERM=dumb"}});
    ASSERT_TRUE(run->wait_for("/quit leaves")) << run->all();
    ASSERT_TRUE(run->wait_for("attached to what is said next")) << run->all();

    run->type("/image small.png\r");
    ASSERT_TRUE(run->wait_until([&] {
        const auto all = run->all();
        return all.find("attached to") != all.rfind("attached to");
    })) << run->all();
    run->type("what is this?\r");

    ASSERT_TRUE(run->wait_for("[image: 300x200 image/png small.png]")) << run->all();
    EXPECT_TRUE(run->shows("image/png screenshot.png]")) << run->all();
    ASSERT_TRUE(run->wait_for("A quick answer.")) << run->all();
    ASSERT_TRUE(run->wait_for("2 pictures as pixels")) << run->all();
    const auto asked = asking_models(upstream_->requests());
    ASSERT_EQ(asked.size(), 1u);
    run->type("/quit\r");
    EXPECT_EQ(run->wait_exit(), 0);
    EXPECT_EQ(run->take_bytes().find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace fovea::testing
