#include "support/live_program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

#include "support/spawn_environment.hpp"

namespace fovea::testing {
namespace {

void close_file(int& file) {
    if (file >= 0) ::close(file);
    file = -1;
}

}  // namespace

LiveProgram LiveProgram::start(const std::vector<std::string>& command) {
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> in{-1, -1};
    std::array<int, 2> out{-1, -1};
    const int errors = ::memfd_create("stderr", MFD_CLOEXEC);
    if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0 || errors < 0) {
        ADD_FAILURE() << "no pipe";
    }
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    ::posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    ::posix_spawn_file_actions_adddup2(&actions, errors, 2);
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    SpawnEnvironment environment;
    pid_t child = -1;
    if (::posix_spawnp(
            &child, arguments[0], &actions, nullptr, arguments.data(), environment.get()
        ) != 0) {
        ADD_FAILURE() << "cannot start " << command[0];
        child = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    return {child, in[1], out[0], errors};
}

LiveProgram::LiveProgram(LiveProgram&& other) noexcept
    : child_(std::exchange(other.child_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)),
      status_(other.status_) {}

LiveProgram::~LiveProgram() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }
    close_file(input_);
    close_file(output_);
    close_file(errors_);
}

void LiveProgram::write(std::string_view words) const {
    EXPECT_EQ(::write(input_, words.data(), words.size()), static_cast<ssize_t>(words.size()));
}

void LiveProgram::close_input() {
    close_file(input_);
}

void LiveProgram::close_output() {
    close_file(output_);
}

void LiveProgram::send_signal(int number) const {
    EXPECT_EQ(::kill(child_, number), 0);
}

void LiveProgram::send_signal_until_it_ends(int number) {
    while (child_ > 0 && ::waitpid(child_, &status_, WNOHANG) == 0) {
        ::kill(child_, number);
        ::sched_yield();
    }
    child_ = -1;
}

void LiveProgram::shrink_output() const {
    EXPECT_GT(::fcntl(output_, F_SETPIPE_SZ, 4096), 0);
}

char LiveProgram::read_byte() const {
    char letter = 0;
    EXPECT_EQ(::read(output_, &letter, 1), 1) << "the program said no more";
    return letter;
}

std::string LiveProgram::read_line() const {
    std::string line;
    for (char letter = 0; ::read(output_, &letter, 1) == 1 && letter != '\n';) line += letter;
    return line;
}

void LiveProgram::wait() {
    if (child_ > 0) ::waitpid(child_, &status_, 0);
    child_ = -1;
}

Finished LiveProgram::finish() {
    close_input();
    Finished finished;
    std::array<char, 4096> block{};
    for (ssize_t got = 0; (got = ::read(output_, block.data(), block.size())) > 0;) {
        finished.out.append(block.data(), static_cast<std::size_t>(got));
    }
    if (child_ > 0) ::waitpid(child_, &status_, 0);
    child_ = -1;
    ::lseek(errors_, 0, SEEK_SET);
    for (ssize_t got = 0; (got = ::read(errors_, block.data(), block.size())) > 0;) {
        finished.err.append(block.data(), static_cast<std::size_t>(got));
    }
    finished.exit_code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    return finished;
}

}  // namespace fovea::testing
