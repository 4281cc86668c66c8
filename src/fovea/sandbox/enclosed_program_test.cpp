// What a program in an enclosure can and cannot do, tried with a shell in place of a browser.
#include "fovea/sandbox/enclosed_program.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <string>

#include "support/test_paths.hpp"

namespace fovea::sandbox {

namespace {

namespace fs = std::filesystem;

class Enclosed : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = "/tmp/fovea-enclosed-XXXXXX";
        folder_ = ::mkdtemp(name.data());
        fs::permissions(folder_, fs::perms(0755));  // where root starts it, it is nobody
        fs::create_directory(folder_ / "own");
    }
    void TearDown() override { fs::remove_all(folder_); }

    Result<EnclosedProgram> start(const std::string& script) {
        return EnclosedProgram::start(
            spawner_,
            {.cage = test_paths::program("fovea-cage"),
             .program = "/bin/sh",
             .folder = folder_ / "own",
             .arguments = {"-c", script, "sh", "{port}", "{without-own-sandbox}alone"},
             .environment = {"PATH=/usr/bin:/bin"}}
        );
    }
    // Everything that it writes at its file 4, to its end.
    std::string output_of(const std::string& script) {
        auto program = start(script);
        if (!program.ok()) return "no program: " + program.error().message;
        layers_ = program.value().layers();
        return read_all(program.value().output());
    }
    static std::string read_all(const Fd& file) {
        std::string all;
        std::array<char, 4096> piece{};
        for (;;) {
            pollfd watched{file.number(), POLLIN, 0};
            ::poll(&watched, 1, -1);
            const auto got = ::read(file.number(), piece.data(), piece.size());
            if (got <= 0) return all;
            all.append(piece.data(), static_cast<std::size_t>(got));
        }
    }

    Spawner spawner_;
    fs::path folder_;
    EnclosureLayers layers_;
};

TEST_F(Enclosed, WritesIntoItsOwnFolderAndReadsNothingOfTheUsers) {  // Q1
    std::ofstream(folder_ / "secret") << "a key";
    fs::permissions(folder_, fs::perms::all);
    fs::permissions(folder_ / "secret", fs::perms::all);
    const auto own = (folder_ / "own").string();

    const auto said = output_of(
        "exec >&4 2>/dev/null; echo x > " + own + "/file && mkdir " + own +
        "/sub && echo wrote;"
        "cat " +
        own + "/../secret; ls " + own +
        "/..; echo x > /tmp/fovea-outside && echo outside;"
        "echo done"
    );

    EXPECT_EQ(said, layers_.landlock_abi > 0 ? "wrote\ndone\n" : said);
    EXPECT_EQ(fs::exists(folder_ / "own/file"), !layers_.own_files);
    EXPECT_FALSE(fs::exists("/tmp/fovea-outside"));
}

TEST_F(Enclosed, HasNothingOfOurEnvironmentAndIsNobody) {  // Q5
    ::setenv("ANTHROPIC_API_KEY", "secret", 1);
    const auto said = output_of("exec >&4; env | grep -c KEY; id -u; cat /proc/self/status");
    ::unsetenv("ANTHROPIC_API_KEY");

    EXPECT_EQ(said.substr(0, 2), "0\n");
    EXPECT_EQ(said.substr(2, 2) != "0\n", layers_.unprivileged);
    EXPECT_NE(said.find("NoNewPrivs:\t1"), std::string::npos);
    EXPECT_NE(said.find("CapEff:\t0000000000000000"), std::string::npos);
}

TEST_F(Enclosed, IsAloneInItsNetwork) {  // Q2
    const auto said = output_of("exec >&4; grep -c : /proc/net/dev; echo \"$1\"");
    if (!layers_.own_network) GTEST_SKIP() << "no user namespaces here";

    EXPECT_EQ(said.substr(0, 2), "1\n");  // lo
    EXPECT_NE(said.substr(2), "{port}\n");
}

TEST_F(Enclosed, IsToldWhetherItCanHaveASandboxOfItsOwn) {
    const auto said = output_of("echo \"$2\" >&4");

    EXPECT_EQ(said, layers_.own_sandbox ? "\n" : "alone\n");
}

TEST_F(Enclosed, SeesNothingOfTheMachineButTheSystem) {  // Q1
    std::ofstream(folder_ / "own/given") << "given";
    const auto own = (folder_ / "own").string();

    const auto said = output_of(
        "exec >&4 2>/dev/null; for each in /run /home /root /var/run /dev/shm /etc/shadow /usr " +
        folder_.string() + " /tmp/.X11-unix; do [ -e $each ] && echo $each; done; cat " + own +
        "/given"
    );
    if (!layers_.own_files) GTEST_SKIP() << "no user namespaces here";

    EXPECT_EQ(said, "/usr\n" + folder_.string() + "\ngiven");
}

TEST_F(Enclosed, ReachesNoSocketOfTheUsers) {  // Q1
    const auto path = (folder_ / "agent").string();
    const Fd agent(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    ASSERT_EQ(
        ::bind(agent.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0
    );
    ASSERT_EQ(::listen(agent.number(), 1), 0);
    fs::permissions(folder_, fs::perms::all);
    fs::permissions(path, fs::perms::all);
    const std::string connect =
        "exec python3 -c 'import socket, os\n"
        "try:\n    socket.socket(socket.AF_UNIX).connect(\"" +
        path +
        "\")\n    os.write(4, b\"reached\")\n"
        "except OSError as error: os.write(4, b\"refused\")'";

    const auto said = output_of(connect);
    if (!layers_.own_files) GTEST_SKIP() << "no user namespaces here";
    EXPECT_EQ(said, "refused");
}

TEST_F(Enclosed, LeavesNobodyBehindThatMovedToAnotherSession) {  // Q1
    auto program = start("setsid sleep 1000 & echo started >&4; exit 3");
    ASSERT_TRUE(program.ok()) << program.error().message;
    if (!program.value().layers().own_files) GTEST_SKIP() << "no user namespaces here";

    // The sleeper holds the pipe open as long as it lives.
    EXPECT_EQ(read_all(program.value().output()), "started\n");
    EXPECT_EQ(program.value().reap().exit_status, 3);
}

TEST_F(Enclosed, IsToldNoWhenItStartsProcessesWithoutEnd) {  // Q1
    output_of("exit");
    if (!layers_.few_processes) GTEST_SKIP() << "this kernel counts all processes of a user";

    const auto said = output_of(
        "exec >&4 2>/dev/null; i=0; while [ $i -lt 1500 ]; do sleep 1000 & i=$((i+1)); done; echo "
        "all"
    );

    EXPECT_EQ(said, "");
}

TEST_F(Enclosed, WritesOnlySoMuch) {  // Q1
    const auto own = (folder_ / "own").string();
    const auto said = output_of(
        "exec >&4 2>/dev/null; for i in 1 2 3; do dd if=/dev/zero of=" + own +
        "/$i bs=1M count=100 && echo wrote; done; echo done"
    );
    if (!layers_.own_files) GTEST_SKIP() << "no user namespaces here";

    EXPECT_EQ(said, "wrote\nwrote\ndone\n");
}

TEST_F(Enclosed, EndsWithAllThatItStarted) {
    auto program = start("sleep 1000 & echo $! >&4; wait");
    ASSERT_TRUE(program.ok()) << program.error().message;
    std::array<char, 32> piece{};
    pollfd watched{program.value().output().number(), POLLIN, 0};
    ::poll(&watched, 1, -1);
    ASSERT_GT(::read(program.value().output().number(), piece.data(), piece.size()), 0);

    program.value().kill();
    const auto ended = program.value().reap();

    EXPECT_EQ(ended.signal, SIGKILL);
    EXPECT_EQ(read_all(program.value().output()), "");  // nobody holds the other end any more
}

TEST_F(Enclosed, SaysWhyItCannotStart) {
    const auto none = EnclosedProgram::start(
        spawner_, {.cage = "/dev/null/cage", .program = "/bin/sh", .folder = folder_ / "own"}
    );
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message.find("/dev/null/cage"), std::string::npos);
}

TEST(EnclosureLayers, TellWhatIsMissing) {
    const EnclosureLayers all{
        .unprivileged = true,
        .own_network = true,
        .own_files = true,
        .few_processes = true,
        .filter = true,
        .own_sandbox = true,
        .landlock_abi = 7};

    EXPECT_TRUE(weaknesses(all).empty());
    EXPECT_EQ(weaknesses({}).size(), 5U);
}

}  // namespace

}  // namespace fovea::sandbox
