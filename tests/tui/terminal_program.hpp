// A program in a terminal of its own, as a person has it: a pseudo-terminal, keys in, and libvterm to say what is on the
// screen.
//
//     TerminalProgram run(bench.command({}), {.columns = 80, .rows = 24});
//     run.type("what is this?\r");
//     ASSERT_TRUE(run.wait_for("A red square."));
//     EXPECT_EQ(run.wait_exit(), 0);
//
// Nothing here waits for a time: a test waits for what the screen shows, and only a program that never shows it
// is given up on.
#pragma once

#include "fovea/tui/screen/test_screen.hpp"

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::testing {

struct TerminalSetup {
    int columns = 80;
    int rows = 24;
    // "TERM=xterm-256color" and others; over the test's own.
    std::vector<std::string> variables = {};
    bool answers = true;  // whether the terminal answers what it is asked
};

class TerminalProgram {
public:
    explicit TerminalProgram(const std::vector<std::string>& command, TerminalSetup setup = {});
    TerminalProgram(const TerminalProgram&) = delete;
    TerminalProgram& operator=(const TerminalProgram&) = delete;
    ~TerminalProgram();

    void type(std::string_view keys) const;
    void resize(int columns, int rows);
    void send_signal(int number) const;

    // Reads until it is so; false where the program ended, or nothing of it came for long.
    bool wait_until(const std::function<bool()>& is_so);
    bool wait_for(std::string_view words) {
        return wait_until([&] { return shows(words); });
    }
    bool wait_gone(std::string_view words) {
        return wait_until([&] { return !shows(words); });
    }
    // On the screen or above it.
    bool shows(std::string_view words) const;

    std::string all() const { return screen_->scrolled() + screen_->text(); }
    const tui::TestScreen& screen() const { return *screen_; }
    // What it wrote since the last time.
    std::string take_bytes();

    // Whether the terminal is as a shell expects it: it echoes, and waits for whole lines.
    bool is_given_back() const;
    // CPU time of the program, all of its threads, in ms.
    double cpu_ms() const;
    pid_t pid() const { return child_; }

    // Until it ends. Its exit code; 128 + number for a signal.
    int wait_exit();
    // Until it is stopped, as by Ctrl-Z.
    bool wait_stopped();

private:
    bool read_some(int timeout_ms);

    pid_t child_ = -1;
    int terminal_ = -1;
    bool answers_ = true;
    bool is_over_ = false;
    std::unique_ptr<tui::TestScreen> screen_;
    std::string bytes_;
};

}  // namespace fovea::testing
