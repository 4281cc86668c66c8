#include "fovea/sandbox/pool.hpp"

#include "fovea/sandbox/packet_socket.hpp"
#include "fovea/sandbox/sanitizer_build.hpp"
#include "fovea/sandbox/test_pool.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "support/powers.hpp"

namespace fovea::sandbox {

namespace {

using std::chrono::milliseconds;

// Starts a job on another thread that marks the first output byte and spins, and waits for the
// mark.
class SpinningJob {
public:
    explicit SpinningJob(Lease& lease, const std::stop_token& stop = {}) {
        run_on(lease, "echo", std::string(1, '\0'));  // clears the mark
        const auto seen = lease.run(as_bytes("echo"), 1, {}).value().output;
        thread_ =
            std::jthread([this, &lease, stop] { outcome_ = run_on(lease, "spin", "", stop); });
        while (__atomic_load_n(octets(seen), __ATOMIC_ACQUIRE) != 1) {
            std::this_thread::yield();
        }
    }

    Outcome finish() {
        thread_.join();
        return outcome_;
    }

private:
    Outcome outcome_;
    std::jthread thread_;
};

TEST(Pool, RunsAJobAndGivesMessageAndOutput) {  // M11
    const auto pool = open_pool();

    const auto outcome = run(*pool, "echo", "bytes from outside");

    EXPECT_EQ(outcome.message, "echo");
    EXPECT_EQ(outcome.output, "bytes from outside");
}

TEST(Pool, KeepsAWorkerForTheNextJob) {
    const auto pool = open_pool();

    const auto first = pool->lease({}).value().worker_pid();
    const auto second = pool->lease({}).value().worker_pid();

    EXPECT_EQ(first, second);
}

TEST(Pool, WorkersHaveNoneOfRootsPowers) {  // M11
    const auto pool = open_pool();

    const auto worker = pool->lease({}).value().worker_pid();

    EXPECT_EQ(fovea::testing::powers_of(worker), fovea::testing::kNoPowers);
    EXPECT_TRUE(pool->layers({}).value().no_capabilities);
}

TEST(Pool, ReplacesAWorkerAfterItsShareOfJobs) {
    auto settings = hostile_settings();
    settings.jobs_per_worker = 2;
    const auto pool = open_pool(settings);

    std::vector<pid_t> pids;
    for (int i = 0; i < 4; ++i) {
        auto lease = pool->lease({}).value();
        pids.push_back(lease.worker_pid());
        EXPECT_EQ(run_on(lease, "echo").message, "echo");
    }

    EXPECT_EQ(pids[0], pids[1]);
    EXPECT_NE(pids[1], pids[2]);
    EXPECT_EQ(pids[2], pids[3]);
}

TEST(Pool, RunsSeveralJobsOnOneLease) {
    const auto pool = open_pool();
    auto lease = pool->lease({}).value();

    EXPECT_EQ(run_on(lease, "echo", "one").output, "one");
    EXPECT_EQ(run_on(lease, "echo", "two").output, "two");
}

TEST(Pool, FillsBothArenasToTheLastByte) {
    auto settings = hostile_settings();
    settings.input_bytes = 12'345;
    settings.output_bytes = 12'345;
    const auto pool = open_pool(settings);
    const std::string whole(12'345, 'w');

    EXPECT_EQ(run(*pool, "echo", whole).output, whole);
}

TEST(Pool, RefusesAJobThatIsTooLargeAndKeepsTheWorker) {
    const auto pool = open_pool();
    auto lease = pool->lease({}).value();

    const auto long_request = lease.run(Bytes(kMaxBody + 1), 0, {});
    const auto long_input = lease.run({}, lease.input().size() + 1, {});

    EXPECT_EQ(long_request.error().cause, FailureCause::InvalidJob);
    EXPECT_EQ(long_input.error().cause, FailureCause::InvalidJob);
    EXPECT_EQ(run_on(lease, "echo").message, "echo");
}

TEST(Pool, TakesARequestOfTheLargestSize) {
    const auto pool = open_pool();
    auto lease = pool->lease({}).value();

    const auto reply = lease.run(Bytes(kMaxBody), 0, {});

    EXPECT_EQ(as_text(reply.value().message), "unknown deed");
}

TEST(Pool, GivesAWorkerNothingOfTheParentsEnvironment) {  // M11, Q5
    ::setenv("ANTHROPIC_API_KEY", "sk-this-must-stay-here", 1);
    const auto settings = hostile_settings();
    std::string given;
    for (const auto& entry : settings.program.environment) given += entry + "\n";

    const auto pool = open_pool(settings);

    EXPECT_EQ(run(*pool, "tell_environment").message, given);
    ::unsetenv("ANTHROPIC_API_KEY");
}

TEST(Pool, GivesAWorkerNoDescriptorButItsOwn) {  // M11
    const Fd leaked(::dup(STDERR_FILENO));  // not close-on-exec, as a careless library leaves them
    const auto pool = open_pool();

    EXPECT_EQ(run(*pool, "tell_descriptors").message, "0 1 2 3 4 5 ");
}

TEST(Pool, LetsAWorkerUseTheCLibrary) {
    const auto pool = open_pool();

    const auto outcome = run(*pool, "use_the_c_library");

    EXPECT_EQ(outcome.message, "done") << outcome.failure.detail;
}

TEST(Pool, CallsAWorkerKilledFromOutsideKilled) {  // M11
    const auto pool = open_pool();
    {
        auto lease = pool->lease({}).value();
        SpinningJob job(lease);
        ::kill(lease.worker_pid(), SIGKILL);

        EXPECT_EQ(job.finish().failure.cause, FailureCause::Killed);
    }
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, ReplacesAWorkerThatDiedWhileIdleWithoutCostingAJob) {
    const auto pool = open_pool();
    const auto pid = pool->lease({}).value().worker_pid();
    ::kill(pid, SIGKILL);
    siginfo_t ended{};
    ::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOWAIT);

    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, GivesThePlaceOfADiscardedWorkerToAFreshOne) {  // M11
    const auto pool = open_pool();
    pid_t liar = 0;
    {
        auto lease = pool->lease({}).value();
        liar = lease.worker_pid();
        EXPECT_EQ(run_on(lease, "echo").message, "echo");

        lease.discard();

        EXPECT_EQ(::kill(liar, 0), -1);  // reaped: there is no such process
        EXPECT_EQ(run_on(lease, "echo").failure.cause, FailureCause::InvalidJob);
    }
    EXPECT_NE(pool->lease({}).value().worker_pid(), liar);
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, DiscardsAWorkerThatIsGoneAlready) {
    const auto pool = open_pool();
    {
        auto lease = pool->lease({}).value();
        run_on(lease, "abort");

        lease.discard();
        lease.discard();
    }
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, KeepsServingWhileManyThreadsDiscard) {  // M11
    auto settings = hostile_settings();
    settings.workers = 2;
    const auto pool = open_pool(settings);

    std::atomic<int> good = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int n = 0; n < 5; ++n) {
                    auto lease = pool->lease({}).value();
                    good += run_on(lease, "echo", "mine").output == "mine";
                    lease.discard();
                }
            });
        }
    }

    EXPECT_EQ(good, 20);
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, CancelsARunningJob) {
    const auto pool = open_pool();
    {
        auto lease = pool->lease({}).value();
        std::stop_source source;
        SpinningJob job(lease, source.get_token());
        source.request_stop();

        EXPECT_EQ(job.finish().failure.cause, FailureCause::Cancelled);
    }
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, CancelsBeforeAJobBeginsWithoutLosingTheWorker) {
    const auto pool = open_pool();
    std::stop_source source;
    source.request_stop();
    auto lease = pool->lease({}).value();

    EXPECT_EQ(run_on(lease, "echo", "", source.get_token()).failure.cause, FailureCause::Cancelled);
    EXPECT_EQ(run_on(lease, "echo").message, "echo");
}

TEST(Pool, StopsWaitingForAWorkerWhenCancelled) {
    const auto pool = open_pool();
    std::stop_source source;
    {
        const auto held = pool->lease({});
        std::jthread canceller([&] { source.request_stop(); });

        EXPECT_EQ(pool->lease(source.get_token()).error().cause, FailureCause::Cancelled);
    }
    EXPECT_EQ(pool->lease(source.get_token()).error().cause, FailureCause::Cancelled);
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, LimitsProcessorTime) {  // M11
    auto settings = hostile_settings();
    settings.cpu_per_job = milliseconds(40);
    const auto pool = open_pool(settings);

    const auto spun = run(*pool, "spin");
    const auto deaf = run(*pool, "spin_deaf");

    EXPECT_EQ(spun.failure.cause, FailureCause::TimedOut);
    EXPECT_EQ(spun.failure.detail, "the job used more than 40 ms of processor time");
    EXPECT_EQ(deaf.failure, spun.failure);
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, LimitsTimeOnTheClock) {  // M11
    auto settings = hostile_settings();
    settings.wall_per_job = milliseconds(40);
    const auto pool = open_pool(settings);

    const auto outcome = run(*pool, "sleep");

    EXPECT_EQ(
        outcome.failure, (JobFailure{FailureCause::TimedOut, "the job took longer than 40 ms"})
    );
}

TEST(Pool, CountsProcessorTimeForEachJobAnew) {
    auto settings = hostile_settings();
    settings.cpu_per_job = milliseconds(150);
    const auto pool = open_pool(settings);
    auto lease = pool->lease({}).value();

    // Together well over the limit of one.
    for (int i = 0; i < 10; ++i) EXPECT_EQ(run_on(lease, "work_a_little").message, "done");
}

TEST(Pool, LimitsMemory) {  // M11
    const auto pool = open_pool();
    if (!pool->layers({}).value().memory_limit) GTEST_SKIP() << "not in a sanitizer build";

    EXPECT_EQ(run(*pool, "grow").failure.cause, FailureCause::OutOfMemory);
    EXPECT_EQ(run(*pool, "malloc_too_much").message, "refused");
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, NeverTakesAnAnswerLeftOverFromAnotherJob) {
    const auto pool = open_pool();
    {
        auto lease = pool->lease({}).value();
        run_on(lease, "answer_twice");

        EXPECT_EQ(run_on(lease, "echo").failure.cause, FailureCause::ProtocolError);
    }
    run(*pool, "answer_twice");
    const auto next = run(*pool, "echo", "mine");
    // Seen in time, the worker is replaced first; seen late, it costs this job.
    EXPECT_TRUE(next.output == "mine" || next.failure.cause == FailureCause::ProtocolError);
    EXPECT_TRUE(serves_a_good_job(*pool));
}

TEST(Pool, ServesGoodJobsBesideTwentyHostileOnes) {  // M11
    auto settings = hostile_settings();
    settings.workers = 4;
    settings.wall_per_job = milliseconds(5'000);
    settings.cpu_per_job = milliseconds(30);
    const auto pool = open_pool(settings);
    const char* const deeds[] = {
        "segfault",
        "spin",
        "make_socket",
        "abort",
        "exit_quietly",
        "claim_huge_output",
        "open_file",
        "write_input",
        "throw",
        "fork_child"};

    std::atomic<int> good = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 20; ++i) {
            threads.emplace_back([&, i] { run(*pool, deeds[i % 10]); });
            threads.emplace_back([&, i] {
                const auto text = "job " + std::to_string(i);
                for (int n = 0; n < 5; ++n) good += run(*pool, "echo", text).output == text;
            });
        }
    }

    EXPECT_EQ(good, 100);
}

TEST(Pool, SaysWhyAWorkerCannotStart) {
    auto settings = hostile_settings();
    settings.program.path = "/bin/false";
    const auto exits = run(*open_pool(settings), "echo");
    settings.program.path = "/usr";  // may be entered, not run
    const auto directory = run(*open_pool(settings), "echo");

    EXPECT_EQ(
        exits.failure,
        (JobFailure{
            FailureCause::CannotStart, "/bin/false did not start: the worker exited with status 1"})
    );
    EXPECT_EQ(
        directory.failure,
        (JobFailure{FailureCause::CannotStart, "cannot run /usr: Permission denied"})
    );
}

TEST(Pool, RefusesSettingsThatCannotWork) {
    auto missing = hostile_settings();
    missing.program.path = "/dev/null/program";
    auto idle = hostile_settings();
    idle.workers = 0;

    EXPECT_EQ(
        Pool::open(missing).error(),
        (Error{ErrorCode::ConfigInvalid, "the worker program /dev/null/program cannot be run"})
    );
    EXPECT_EQ(Pool::open(idle).error().code, ErrorCode::ConfigInvalid);
}

TEST(Pool, TellsTheLayersThatProtectItsWorkers) {  // M11
    const auto support = kernel_support();

    const auto layers = open_pool()->layers({}).value();

    EXPECT_EQ(
        layers,
        (Layers{
            .seccomp = support.seccomp,
            .landlock_abi = support.landlock_abi,
            .no_new_privs = true,
            .no_capabilities = true,
            .not_dumpable = true,
            .dies_with_parent = true,
            .memory_limit = !kSanitizerBuild,
            .resource_limits = true,
            .relaxed = kSanitizerBuild})
    );
}

}  // namespace

}  // namespace fovea::sandbox
