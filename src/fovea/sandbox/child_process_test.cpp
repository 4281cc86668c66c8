#include "fovea/sandbox/child_process.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace fovea::sandbox {

namespace {

// A child that does nothing but end in the given way, or waits to be ended.
template <class Deed>
pid_t fork_child(Deed deed) {
    const pid_t child = ::fork();
    if (child == 0) {
        deed();
        for (;;) ::pause();
    }
    return child;
}

void wait_for_end_of(pid_t child) {
    siginfo_t ended{};
    ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
}

TEST(ChildProcess, TellsTheStatusOfOneThatExited) {
    const pid_t child = fork_child([] { ::_exit(3); });
    auto process = ChildProcess::adopt(child).value();
    wait_for_end_of(child);

    const auto end = process.reap();

    EXPECT_EQ(end, (ProcessEnd{.exit_status = 3, .signal = {}}));
    EXPECT_EQ(describe(end), "exited with status 3");
    EXPECT_TRUE(process.reaped());
}

TEST(ChildProcess, TellsTheSignalThatCameFirstAndNotOurOwn) {
    const pid_t child = fork_child([] {
        std::signal(SIGTERM, SIG_DFL);
        ::raise(SIGTERM);
    });
    auto process = ChildProcess::adopt(child).value();
    wait_for_end_of(child);

    const auto end = process.reap();

    EXPECT_EQ(end, (ProcessEnd{.exit_status = {}, .signal = SIGTERM}));
    EXPECT_EQ(describe(end), "ended by signal 15 (Terminated)");
}

TEST(ChildProcess, EndsOneThatDoesNotEndByItself) {
    auto process = ChildProcess::adopt(fork_child([] {})).value();

    EXPECT_EQ(process.reap(), (ProcessEnd{.exit_status = {}, .signal = SIGKILL}));
}

TEST(ChildProcess, LeavesNoZombieBehind) {
    const pid_t child = fork_child([] {});
    { const auto process = ChildProcess::adopt(child).value(); }

    EXPECT_EQ(::waitpid(child, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

TEST(ChildProcess, SaysSoWhenSomeoneElseReapedIt) {
    const pid_t child = fork_child([] { ::_exit(0); });
    auto process = ChildProcess::adopt(child).value();
    ::waitpid(child, nullptr, 0);

    const auto end = process.reap();

    EXPECT_EQ(describe(end), "ended in an unknown way");
}

TEST(ChildProcess, CanRaiseAndLowerTheKernelsLimitOnProcessorTime) {
    const pid_t child = fork_child([] {});
    const auto process = ChildProcess::adopt(child).value();
    rlimit found{};

    process.limit_cpu(std::chrono::seconds(7));
    ::prlimit(child, RLIMIT_CPU, nullptr, &found);
    EXPECT_EQ(found.rlim_cur, 7U);
    process.limit_cpu(std::chrono::seconds(9));
    ::prlimit(child, RLIMIT_CPU, nullptr, &found);
    EXPECT_EQ(found.rlim_cur, 9U);
}

}  // namespace

}  // namespace fovea::sandbox
