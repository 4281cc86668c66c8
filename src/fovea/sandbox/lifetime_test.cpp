// What depends on the process around the pool: its death, and a kernel that offers less. Each test
// forks, so that the process under test is one it can end or restrict.
#include "fovea/base/fd.hpp"
#include "fovea/sandbox/pool.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"
#include "fovea/sandbox/test_pool.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace fovea::sandbox {

namespace {

struct Pipe {
    Pipe() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe(ends), 0);
        reader = Fd(ends[0]);
        writer = Fd(ends[1]);
    }
    Fd reader;
    Fd writer;
};

// The message that `inside` returns, from a process of its own.
std::string in_another_process(const std::function<std::string()>& inside) {
    const Pipe pipe;
    const pid_t child = ::fork();
    if (child == 0) {
        const auto text = inside();
        const auto written = ::write(pipe.writer.number(), text.data(), text.size());
        ::_exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    char text[1024];
    const auto length = status == 0 ? ::read(pipe.reader.number(), text, sizeof text) : 0;
    return std::string(text, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
}

// A kernel without these calls, as far as this process and its children can tell.
void pretend_missing(const std::vector<int>& calls) {
    const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
    const auto missing = SCMP_ACT_ERRNO(ENOSYS);
    for (const int call : calls) ::seccomp_rule_add(filter, missing, call, 0);
    const scmp_arg_cmp set_seccomp{
        .arg = 0, .op = SCMP_CMP_EQ, .datum_a = PR_SET_SECCOMP, .datum_b = 0};
    if (calls.front() == SCMP_SYS(seccomp)) {
        ::seccomp_rule_add(filter, missing, SCMP_SYS(prctl), 1, set_seccomp);
    }
    ::seccomp_load(filter);
    ::seccomp_release(filter);
}

std::string text_of(const Outcome& outcome) {
    if (!outcome.failed) return outcome.message;
    return std::string(name_of(outcome.failure.cause)) + ": " + outcome.failure.detail;
}

TEST(Lifetime, ABusyWorkerDiesWithTheProcessThatOwnsThePool) {  // M11
    const Pipe news;
    const Pipe orders;
    const pid_t owner = ::fork();
    if (owner == 0) {
        const auto pool = open_pool();
        auto lease = pool->lease({}).value();
        const pid_t worker = lease.worker_pid();
        const std::jthread busy([&] { run_on(lease, "spin"); });
        char order = 0;
        const bool told = ::write(news.writer.number(), &worker, sizeof worker) == sizeof worker;
        const bool ordered = ::read(orders.reader.number(), &order, 1) == 1;
        ::_exit(told && ordered ? 0 : 1);  // no destructor runs, as in a crash
    }
    pid_t worker = -1;
    ASSERT_EQ(::read(news.reader.number(), &worker, sizeof worker), ssize_t{sizeof worker});
    const Fd watched(static_cast<int>(::syscall(SYS_pidfd_open, worker, 0U)));
    ASSERT_TRUE(watched);

    ASSERT_EQ(::write(orders.writer.number(), "x", 1), 1);
    int status = -1;
    ::waitpid(owner, &status, 0);

    EXPECT_EQ(status, 0);
    pollfd end{.fd = watched.number(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&end, 1, 10'000), 1) << "worker " << worker << " is still there";
}

TEST(Lifetime, AWorkerLivesOnWhenTheThreadThatLeasedItEnds) {
    const auto pool = open_pool();
    pid_t first = -1;
    std::jthread([&] { first = pool->lease({}).value().worker_pid(); }).join();

    auto lease = pool->lease({}).value();

    EXPECT_EQ(lease.worker_pid(), first);
    EXPECT_EQ(run_on(lease, "echo").message, "echo");
}

TEST(Lifetime, WorkersAreGoneWhenThePoolIs) {
    auto pool = open_pool();
    const pid_t worker = pool->lease({}).value().worker_pid();

    pool.reset();

    EXPECT_EQ(::waitpid(worker, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

std::ptrdiff_t open_descriptors() {
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return std::distance(begin(all), end(all));
}

TEST(Lifetime, FailedWorkersLeaveNoDescriptorAndNoZombieBehind) {
    const auto before = open_descriptors();
    {
        const auto pool = open_pool();
        for (const char* deed :
             {"abort", "claim_huge_output", "open_file", "echo", "exit_quietly"}) {
            run(*pool, deed);
        }
        EXPECT_LT(open_descriptors(), before + 3);
    }

    EXPECT_EQ(open_descriptors(), before);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(Lifetime, TheKernelEnforcesProcessorTimeEvenIfTheParentSleeps) {  // M11
    const auto pool = open_pool();
    auto lease = pool->lease({}).value();
    run_on(lease, "echo");

    rlimit found{};
    ::prlimit(lease.worker_pid(), RLIMIT_CPU, nullptr, &found);

    // The default of 5 s, rounded up, one more, and what the worker has used so far.
    EXPECT_GE(found.rlim_cur, 6U);
    EXPECT_LE(found.rlim_cur, 8U);
}

TEST(Lifetime, AWorkerWithoutAnyProtectionRefusesToStart) {  // M11
    const auto said = in_another_process([] {
        pretend_missing({SCMP_SYS(seccomp), SCMP_SYS(landlock_create_ruleset)});
        return text_of(run(*open_pool(), "echo"));
    });

    EXPECT_EQ(
        said,
        "cannot_start: " + test_paths::program("fovea-hostile-worker") +
            " refuses to work unprotected; no seccomp: system calls are not filtered" +
            (kSanitizerBuild ? "; memory is not limited; sanitizer build: the filter refuses only "
                               "the worst calls"
                             : "") +
            "; no Landlock: files are not guarded"
    );
}

TEST(Lifetime, AWorkerWhoseLandlockDoesNotTakeHoldRefusesToStart) {  // M11
    if (kernel_support().landlock_abi == 0) GTEST_SKIP() << "this kernel has no Landlock";
    const auto said = in_another_process([] {
        pretend_missing({SCMP_SYS(landlock_restrict_self)});
        return text_of(run(*open_pool(), "echo"));
    });

    EXPECT_NE(said.find("refuses to work unprotected"), std::string::npos) << said;
}

TEST(Lifetime, LandlockAloneKeepsFilesClosed) {  // M11
    if (kernel_support().landlock_abi == 0) GTEST_SKIP() << "this kernel has no Landlock";
    const auto said = in_another_process([] {
        pretend_missing({SCMP_SYS(seccomp)});
        const auto pool = open_pool();
        const auto layers = pool->layers({}).value();
        return std::string(layers.seccomp ? "seccomp " : "") + text_of(run(*pool, "open_file")) +
               " " + text_of(run(*pool, "create_file")) + " " + text_of(run(*pool, "echo"));
    });

    EXPECT_EQ(said, "refused refused echo");
}

TEST(Lifetime, SeccompAloneKeepsFilesClosed) {  // M11
    const auto said = in_another_process([] {
        pretend_missing({SCMP_SYS(landlock_create_ruleset)});
        const auto pool = open_pool();
        const auto layers = pool->layers({}).value();
        if (layers.relaxed) return std::string("sanitizer build");
        return std::to_string(layers.landlock_abi) + " " +
               std::string(name_of(run(*pool, "open_file").failure.cause)) + " " +
               text_of(run(*pool, "echo"));
    });

    if (said == "sanitizer build") GTEST_SKIP() << said;
    EXPECT_EQ(said, "0 policy_violation echo");
}

}  // namespace

}  // namespace fovea::sandbox
