// `fovea` inside tmux, by what tmux says is in its pane.
#include "fovea/base/fd.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/run_program.hpp"
#include "tui/terminal_fixture.hpp"

namespace fovea::testing {
namespace {

constexpr const char* kAnswers = R"([
{"match": {"userMessage": "slow"}, "latency": 40, "response": {"content":
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen last"}},
{"match": {}, "response": {"content": "A red square, I think, on a white ground, with a shadow below it."}}])";

// A server of its own, gone at the end.
class Tmux {
public:
    Tmux(const std::vector<std::string>& command, int columns, int rows) {
        std::vector<std::string> words{
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            std::to_string(columns),
            "-y",
            std::to_string(rows),
            "--"};
        words.insert(words.end(), command.begin(), command.end());
        const auto begun = run(words);
        EXPECT_EQ(begun.exit_code, 0) << begun.err;
        run({"set-option", "-g", "window-size", "manual"});
        run({"set-option", "-g", "remain-on-exit", "on"});
    }
    Tmux(const Tmux&) = delete;
    Tmux& operator=(const Tmux&) = delete;
    // Not before the program has ended: its files are taken away next.
    ~Tmux() {
        const auto number = run({"display-message", "-p", "#{pane_pid}"}).out;
        const auto program = static_cast<pid_t>(std::strtol(number.c_str(), nullptr, 10));
        const Fd process(static_cast<int>(::syscall(SYS_pidfd_open, program, 0)));
        run({"kill-server"});
        struct pollfd ended {
            .fd = process.number(), .events = POLLIN, .revents = 0
        };
        ::poll(&ended, 1, 30'000);
    }

    static bool is_installed() {
        return run_program({"/bin/sh", "-c", "command -v tmux"}).exit_code == 0;
    }

    void type(const std::string& words) const { run({"send-keys", "-l", "--", words}); }
    void press(const std::string& key) const { run({"send-keys", key}); }
    void resize(int columns, int rows) const {
        run({"resize-window", "-x", std::to_string(columns), "-y", std::to_string(rows)});
    }

    // All that was ever in the pane.
    std::string all() const { return run({"capture-pane", "-p", "-S", "-"}).out; }
    std::string screen() const { return run({"capture-pane", "-p"}).out; }

    template <typename IsSo>
    bool wait_until(IsSo is_so) const {
        for (int tries = 0; tries < 5000; ++tries) {
            if (is_so()) return true;
        }
        return false;
    }
    bool wait_for(const std::string& words) const {
        return wait_until([&] { return all().find(words) != std::string::npos; });
    }

private:
    Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), {"tmux", "-L", name_});
        return run_program(words);
    }

    const std::string name_ = "fovea-test-" + std::to_string(::getpid());
};

// Rows that are the line above the editor, whole or broken.
long rules_in(const std::string& screen) {
    long rules = 0;
    for (std::size_t at = 0; at < screen.size();) {
        const auto end = std::min(screen.find('\n', at), screen.size());
        rules += screen.substr(at, end - at).starts_with("──") ? 1 : 0;
        at = end + 1;
    }
    return rules;
}

// Of the first of them.
int rule_width(const std::string& screen) {
    const auto begin = screen.find("──");
    int width = 0;
    for (auto at = begin; screen.compare(at, 3, "─") == 0; at += 3) ++width;
    return width;
}

class InTmux : public Terminal {
protected:
    void SetUp() override {
        if (!Tmux::is_installed()) GTEST_SKIP() << "tmux is not installed: apt install tmux";
        Terminal::SetUp();
    }
};

TEST_F(InTmux, AnswersAndLeavesWhatWasSaid) {  // U1
    start(kAnswers);
    const Tmux pane(bench_->command({"--model", kModel}), 80, 24);
    ASSERT_TRUE(pane.wait_for("/help for commands")) << pane.all();

    pane.type("what is this?");
    pane.press("Enter");
    ASSERT_TRUE(pane.wait_for("with a shadow below it.")) << pane.all();
    ASSERT_TRUE(pane.wait_until([&] { return pane.screen().find("esc stops") == std::string::npos; }
    ));
    pane.press("C-d");

    ASSERT_TRUE(pane.wait_for("continue with: fovea --resume")) << pane.all();
    EXPECT_NE(pane.all().find("› what is this?"), std::string::npos);
    EXPECT_EQ(rules_in(pane.screen()), 0) << pane.screen();
}

TEST_F(InTmux, KeepsOneEditorWhateverTheWindowDoes) {  // U1
    start(kAnswers);
    const Tmux pane(bench_->command({"--model", kModel}), 80, 24);
    ASSERT_TRUE(pane.wait_for("/help for commands")) << pane.all();
    pane.type("what is this?");
    pane.press("Enter");
    ASSERT_TRUE(pane.wait_for("with a shadow below it.")) << pane.all();

    for (const auto& [columns, rows] : {std::pair{40, 24}, {23, 12}, {60, 12}, {100, 30}}) {
        pane.resize(columns, rows);
        const std::string word = "w" + std::to_string(columns);
        pane.type(word + ",");
        ASSERT_TRUE(pane.wait_for(word)) << pane.all();
        // tmux tells the program a while later.
        ASSERT_TRUE(pane.wait_until([&, width = columns] {
            const auto screen = pane.screen();
            return rules_in(screen) == 1 && rule_width(screen) == width;
        })) << columns
            << "\n"
            << pane.screen();
    }
    EXPECT_TRUE(pane.wait_for("› w40,w23,w60,w100")) << pane.all();
    EXPECT_NE(pane.all().find("› what is this?"), std::string::npos);
}

TEST_F(InTmux, KeepsWhatIsAboveWhenItIsResizedInTheMiddleOfAnAnswer) {  // U1
    start(kAnswers);
    const Tmux pane(bench_->command({"--model", kModel}), 80, 24);
    ASSERT_TRUE(pane.wait_for("/help for commands")) << pane.all();
    pane.type("first");
    pane.press("Enter");
    ASSERT_TRUE(pane.wait_for("with a shadow below it.")) << pane.all();
    pane.type("slow");
    pane.press("Enter");
    ASSERT_TRUE(pane.wait_for("one two")) << pane.all();

    pane.resize(30, 20);

    ASSERT_TRUE(pane.wait_for("last")) << pane.all();
    ASSERT_TRUE(pane.wait_until([&] { return pane.screen().find("esc stops") == std::string::npos; }
    ));
    const auto all = pane.all();
    EXPECT_NE(all.find("› first"), std::string::npos) << all;
    EXPECT_NE(all.find("A red square"), std::string::npos) << all;
    EXPECT_NE(all.find("› slow"), std::string::npos) << all;
    EXPECT_TRUE(pane.wait_until([&] { return rules_in(pane.screen()) == 1; })) << pane.screen();
}

}  // namespace
}  // namespace fovea::testing
