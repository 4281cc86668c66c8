// Python stands in for a helper that was taken over: it can try anything in a line.
#include "fovea/sandbox/helper_programs.hpp"

#include "fovea/sandbox/sanitizer_build.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/powers.hpp"
#include "support/test_paths.hpp"

namespace fovea::sandbox {
namespace {

using ::testing::HasSubstr;

HelperSettings settings() {
    return {.cage = test_paths::program("fovea-cage")};
}

HelperCall python(const std::string& script, std::string_view input = "input") {
    return {
        .program = "python3",
        .package = "python3",
        .arguments = {"-I", "-S", "-c", script},
        .input = as_bytes(input),
    };
}

class HelperProgramsTest : public ::testing::Test {
protected:
    std::unique_ptr<HelperPrograms> helpers_ = HelperPrograms::open(settings()).value();

    // What it printed; or how it failed.
    std::string outcome(const HelperCall& call, const std::stop_token& stop = {}) {
        const auto done = helpers_->run(call, stop);
        if (!done) return std::string(name_of(done.error().cause));
        return std::string(as_text(done.value().output));
    }
    // What a deed ends with: "did it", or the name of the exception.
    std::string attempt(const std::string& deed) {
        return outcome(python(
            "import os, socket, subprocess, ctypes\n"
            "try:\n    " +
            deed +
            "\n    print('did it')\n"
            "except BaseException as error: print(type(error).__name__, error)"
        ));
    }
};

TEST_F(HelperProgramsTest, ReadsItsInputAndGivesItsOutput) {  // M11
    const auto done = helpers_->run(
        python("print(open('/proc/self/fd/3').read().upper(), end='')", "some words"), {}
    );

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_EQ(as_text(done.value().output), "SOME WORDS");
    EXPECT_EQ(done.value().exit_status, 0);
}

TEST_F(HelperProgramsTest, AnEmptyInputIsAnEmptyFile) {
    EXPECT_EQ(outcome(python("print(len(open('/proc/self/fd/3').read()))", "")), "0\n");
}

TEST_F(HelperProgramsTest, TellsTheExitStatusAndWhatWasComplained) {
    const auto done = helpers_->run(python("import sys; sys.exit('no such luck')"), {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_EQ(done.value().exit_status, 1);
    EXPECT_THAT(done.value().complaints, HasSubstr("no such luck"));
}

TEST_F(HelperProgramsTest, CannotReadFilesOfThePerson) {  // M11, Q1
    const auto folder = std::filesystem::path(::testing::TempDir()) / "fovea-helper-home";
    std::filesystem::create_directories(folder);
    const auto secret = folder / "key";
    std::ofstream(secret) << "secret";

    EXPECT_THAT(attempt("open('" + secret.string() + "')"), HasSubstr("PermissionError"));
    EXPECT_THAT(attempt("os.listdir('" + folder.string() + "')"), HasSubstr("PermissionError"));
    EXPECT_THAT(attempt("open('/etc/passwd')"), HasSubstr("PermissionError"));
    EXPECT_THAT(attempt("open('/proc/self/environ')"), HasSubstr("PermissionError"));
}

TEST_F(
    HelperProgramsTest, ReadsAFileThatIsOpenAndNeitherWritesItNorReadsItsNeighbours
) {  // M11, Q1
    const auto folder = std::filesystem::path(::testing::TempDir()) / "fovea-helper-files";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "film") << "some words";
    std::ofstream(folder / "key") << "secret";
    const Fd file(::open((folder / "film").c_str(), O_RDONLY | O_CLOEXEC));
    const auto outcome_of = [&](const std::string& deed) {
        auto call = python(
            "import os\n"
            "try: print(" +
            deed +
            ")\n"
            "except OSError as error: print(type(error).__name__)"
        );
        call.file = &file;
        return outcome(call);
    };

    EXPECT_EQ(outcome_of("open('/proc/self/fd/3').read()"), "some words\n");
    EXPECT_EQ(outcome_of("open('/proc/self/fd/3').read()"), "some words\n");  // from its beginning
    EXPECT_EQ(outcome_of("os.open('/proc/self/fd/3', os.O_RDWR)"), "PermissionError\n");
    EXPECT_EQ(outcome_of("os.truncate('/proc/self/fd/3', 0)"), "OSError\n");
    EXPECT_EQ(outcome_of("os.ftruncate(3, 0)"), "OSError\n");
    EXPECT_EQ(outcome_of("os.write(3, b'x')"), "OSError\n");
    EXPECT_EQ(outcome_of("open('" + (folder / "film").string() + "').read()"), "some words\n");
    EXPECT_EQ(outcome_of("open('" + (folder / "key").string() + "')"), "PermissionError\n");
    EXPECT_EQ(outcome_of("os.listdir('" + folder.string() + "')"), "PermissionError\n");
    EXPECT_EQ(std::filesystem::file_size(folder / "film"), 10u);
}

TEST_F(HelperProgramsTest, CannotWriteAnything) {  // M11
    EXPECT_THAT(attempt("open('/tmp/fovea-helper', 'w')"), HasSubstr("Error"));
    EXPECT_THAT(attempt("os.mkdir('/tmp/fovea-helper')"), HasSubstr("Error"));
    EXPECT_THAT(
        attempt("os.write(os.open('/proc/self/fd/3', os.O_RDWR), b'x')"), HasSubstr("Error")
    );
    EXPECT_FALSE(std::filesystem::exists("/tmp/fovea-helper"));
}

TEST_F(HelperProgramsTest, CannotOpenASocket) {  // M11, Q1
    EXPECT_THAT(attempt("socket.socket(socket.AF_INET)"), HasSubstr("OSError"));
    EXPECT_THAT(attempt("socket.socket(socket.AF_INET6)"), HasSubstr("OSError"));
    EXPECT_THAT(attempt("socket.socket(socket.AF_UNIX)"), HasSubstr("OSError"));
}

TEST_F(HelperProgramsTest, CannotStartOrSignalAnotherProcess) {  // M11
    EXPECT_THAT(attempt("os.fork()"), HasSubstr("OSError"));
    EXPECT_THAT(attempt("subprocess.run(['/usr/bin/true'])"), HasSubstr("Error"));
    EXPECT_THAT(attempt("os.kill(os.getppid(), 0)"), HasSubstr("OSError"));
}

TEST_F(HelperProgramsTest, HasAnEnvironmentOfItsOwn) {  // Q5
    ::setenv("FOVEA_TEST_KEY", "secret", 1);

    const auto seen = outcome(python("import os; print(sorted(os.environ))"));

    ::unsetenv("FOVEA_TEST_KEY");
    EXPECT_EQ(seen, "['HOME', 'LC_ALL', 'PATH', 'TZ']\n");
}

TEST_F(HelperProgramsTest, MayRunThreads) {
    EXPECT_EQ(
        outcome(python("import threading as t; x = t.Thread(target=print, args=('hello',)); "
                       "x.start(); x.join()")),
        "hello\n"
    );
}

TEST_F(HelperProgramsTest, EndsWhenItStartsThreadsWithoutEnd) {  // M11
    EXPECT_EQ(
        outcome(python("import threading as t, time\n"
                       "t.stack_size(65536)\n"
                       "while True:\n"
                       "    try: t.Thread(target=time.sleep, args=(1000,)).start()\n"
                       "    except RuntimeError: time.sleep(0.01)")),
        "policy_violation"
    );
    EXPECT_EQ(outcome(python("print('next')")), "next\n");
}

TEST_F(HelperProgramsTest, MapsNoMemoryThatIsWrittenAndRun) {  // M11
    const std::string all = "mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC";
    const auto map_input = [](const std::string& rights) {
        return "import mmap; mmap.mmap(3, 5, flags=mmap.MAP_PRIVATE, prot=" + rights + ")";
    };

    EXPECT_THAT(attempt("import mmap; mmap.mmap(-1, 4096, prot=" + all + ")"), HasSubstr("Error"));
    EXPECT_THAT(attempt(map_input(all)), HasSubstr("Error"));
    EXPECT_EQ(attempt(map_input("mmap.PROT_READ | mmap.PROT_WRITE")), "did it\n");
}

TEST_F(HelperProgramsTest, HasNoneOfRootsPowers) {  // M11
    std::string powers;
    auto call = python("import os, time; print(os.getpid(), flush=True); time.sleep(1000)");
    call.on_output = [&](ByteView pid) {
        powers = fovea::testing::powers_of(std::atoi(std::string(as_text(pid)).c_str()));
        return Flow::Stop;
    };

    EXPECT_EQ(outcome(call), "");
    EXPECT_EQ(powers, fovea::testing::kNoPowers);
}

TEST_F(HelperProgramsTest, EndsAfterItsTime) {  // M11
    auto call = python("import time; time.sleep(1000)");
    call.limits.wall = std::chrono::milliseconds(50);

    EXPECT_EQ(outcome(call), "timed_out");
    EXPECT_EQ(outcome(python("print('next')")), "next\n");
}

TEST_F(HelperProgramsTest, EndsAfterItsProcessorTime) {  // M11
    auto call = python("while True: pass");
    call.limits.cpu = std::chrono::seconds(1);

    EXPECT_EQ(outcome(call), "timed_out");
}

TEST_F(HelperProgramsTest, EndsWhenItWritesTooMuch) {  // M11
    auto call = python("while True: print('x' * 1000)");
    call.limits.max_output = 100'000;

    EXPECT_EQ(outcome(call), "out_of_memory");
}

TEST_F(HelperProgramsTest, DropsComplaintsBeyondTheirLimit) {
    auto call = python("import sys; sys.stderr.write('x' * 1000000); print('went on')");
    call.limits.max_complaints = 10;

    const auto done = helpers_->run(call, {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_EQ(done.value().complaints, "xxxxxxxxxx");
    EXPECT_EQ(as_text(done.value().output), "went on\n");
}

TEST_F(HelperProgramsTest, GetsNoMoreMemoryThanAllowed) {  // M11
    if (kSanitizerBuild) GTEST_SKIP() << "a launcher with sanitizers cannot limit its memory";
    auto call = python("print(len(bytearray(300 << 20)))");
    call.limits.max_memory = std::uint64_t{200} << 20;

    const auto done = helpers_->run(call, {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_THAT(done.value().complaints, HasSubstr("MemoryError"));
}

TEST_F(HelperProgramsTest, ACrashIsAFailureAndTheNextCallWorks) {  // M11
    EXPECT_EQ(outcome(python("import os; os.abort()")), "crashed");
    EXPECT_EQ(outcome(python("print('next')")), "next\n");
}

TEST_F(HelperProgramsTest, TakesWhatCameWhenEnoughWorkWasDone) {
    auto call = python(
        "import sys\n"
        "print('begun', flush=True)\n"
        "print('complained', file=sys.stderr, flush=True)\n"
        "while True: pass"
    );
    call.enough_after = std::chrono::milliseconds(150);

    const auto done = helpers_->run(call, {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_TRUE(done.value().is_late);
    EXPECT_EQ(done.value().exit_status, std::nullopt);
    EXPECT_EQ(as_text(done.value().output), "begun\n");
    EXPECT_EQ(done.value().complaints, "complained\n");
    EXPECT_GE(done.value().cpu, std::chrono::milliseconds(150));
}

TEST_F(HelperProgramsTest, SaysHowMuchWorkAHelperTookThatEndedInTime) {
    auto call = python("print('done')");
    call.enough_after = std::chrono::seconds(10);

    const auto done = helpers_->run(call, {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_FALSE(done.value().is_late);
    EXPECT_EQ(done.value().exit_status, 0);
    EXPECT_GT(done.value().cpu, std::chrono::nanoseconds(0));
    EXPECT_LT(done.value().cpu, std::chrono::seconds(10));
}

TEST_F(HelperProgramsTest, HandsOutputOnPieceByPieceUntilToldToStop) {
    std::size_t pieces = 0;
    auto call = python("while True: print('x' * 1000)");
    call.on_output = [&](ByteView) { return ++pieces < 3 ? Flow::Continue : Flow::Stop; };

    const auto done = helpers_->run(call, {});

    ASSERT_TRUE(done.ok()) << done.error().detail;
    EXPECT_EQ(pieces, 3U);
    EXPECT_EQ(done.value().exit_status, std::nullopt);
}

TEST_F(HelperProgramsTest, CanBeCancelledWhileItRunsAndWhileItWaitsForAPlace) {
    std::stop_source stop;
    auto call = python("import time; print('runs', flush=True); time.sleep(1000)");
    call.on_output = [&](ByteView) {
        stop.request_stop();
        return Flow::Continue;
    };

    EXPECT_EQ(outcome(call, stop.get_token()), "cancelled");
    EXPECT_EQ(outcome(python("print('never')"), stop.get_token()), "cancelled");
    EXPECT_EQ(outcome(python("print('next')")), "next\n");
}

TEST_F(HelperProgramsTest, ServesManyThreads) {
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 6; ++i) {
            threads.emplace_back([&, i] {
                const auto wanted = std::to_string(i);
                right += outcome(python("print(open('/proc/self/fd/3').read())", wanted)) ==
                         wanted + "\n";
            });
        }
    }
    EXPECT_EQ(right, 6);
}

TEST_F(HelperProgramsTest, AMissingProgramIsNamedWithItsPackage) {  // O2
    const auto done = helpers_->run({.program = "pdftopaper", .package = "paper-utils"}, {});

    ASSERT_FALSE(done.ok());
    EXPECT_EQ(
        done.error(),
        (JobFailure{
            FailureCause::NotInstalled, "pdftopaper is not installed: apt install paper-utils"})
    );
}

TEST(HelperPrograms, DieWithTheProcessThatStartedThem) {  // M11
    int news[2];
    ASSERT_EQ(::pipe(news), 0);
    const pid_t owner = ::fork();
    if (owner == 0) {
        const auto helpers = HelperPrograms::open(settings()).value();
        auto call = python("import os, time; print(os.getpid(), flush=True); time.sleep(1000)");
        call.on_output = [&](ByteView pid) {
            const auto wrote = ::write(news[1], pid.data(), pid.size());
            return wrote > 0 ? Flow::Continue : Flow::Stop;
        };
        const auto done = helpers->run(call, {});
        ::_exit(done.ok() ? 0 : 1);
    }
    char text[32] = {};
    ASSERT_GT(::read(news[0], text, sizeof text - 1), 0);
    const pid_t helper = std::atoi(text);
    const Fd watched(static_cast<int>(::syscall(SYS_pidfd_open, helper, 0U)));
    ASSERT_TRUE(watched);

    ::kill(owner, SIGKILL);
    ::waitpid(owner, nullptr, 0);

    pollfd ended{.fd = watched.number(), .events = POLLIN, .revents = 0};
    EXPECT_EQ(::poll(&ended, 1, 60'000), 1);
    ::close(news[0]);
    ::close(news[1]);
}

}  // namespace
}  // namespace fovea::sandbox
