// A program that a test talks with while it runs: lines come out one by one, words and signals go in.
//
//     auto run = LiveProgram::start(bench.command({"-p", "go on and on"}));
//     run.read_line();                 // waits for it
//     run.send_signal(SIGTERM);
//     EXPECT_EQ(run.finish().exit_code, 124);
//
// Nothing here waits for a time: a test waits for what the program says.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/run_program.hpp"

namespace fovea::testing {

class LiveProgram {
public:
    static LiveProgram start(const std::vector<std::string>& command);
    LiveProgram(LiveProgram&& other) noexcept;
    LiveProgram& operator=(LiveProgram&&) = delete;
    ~LiveProgram();  // kills what still runs

    pid_t pid() const { return child_; }

    void write(std::string_view words) const;
    void close_input();
    // As `| head -1` does when it has enough.
    void close_output();
    void send_signal(int number) const;
    // Again and again until the program is gone.
    void send_signal_until_it_ends(int number);
    // How much it may say before somebody reads; the least that the system allows.
    void shrink_output() const;

    // Without its newline; empty at the end of the output.
    std::string read_line() const;
    char read_byte() const;

    // Until it ends by itself, while nobody reads.
    void wait();

    // What is left of the output, and how it ended.
    Finished finish();

private:
    LiveProgram(pid_t child, int input, int output, int errors)
        : child_(child), input_(input), output_(output), errors_(errors) {}

    pid_t child_;
    int input_;
    int output_;
    int errors_;  // a file without a name: nobody has to read it meanwhile
    int status_ = 0;
};

}  // namespace fovea::testing
