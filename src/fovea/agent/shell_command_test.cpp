#include "fovea/agent/shell_command.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

namespace fovea::agent {
namespace {

using namespace std::chrono_literals;

ShellCommand command_of(std::string text) {
    ShellCommand command;
    command.command = std::move(text);
    command.folder = "/";
    command.environment = {"PATH=/usr/bin:/bin", "WORD=hello"};
    return command;
}

ShellResult run(const ShellCommand& command, const std::stop_token& stop = {}) {
    auto result = run_shell(command, stop);
    EXPECT_TRUE(result.ok()) << result.error().message;
    return result.ok() ? std::move(result).value() : ShellResult{};
}

// Ends when nobody holds the write end of the pipe any more: all who inherited it are gone.
bool nobody_holds(int reading) {
    char byte = 0;
    return ::read(reading, &byte, 1) == 0;
}

TEST(ShellCommand, GetsItsInputEnvironmentAndFolder) {  // A2
    auto command = command_of("cat; echo \"$WORD from $PWD\"; echo oops >&2; exit 3");
    command.input = "in\n";
    const auto result = run(command);

    EXPECT_EQ(result.end, ShellEnd::Exited);
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(result.out, "in\nhello from /\n");
    EXPECT_EQ(result.err, "oops\n");
}

TEST(ShellCommand, OneThatNeverReadsALargeInputIsNoTrouble) {  // A2
    auto command = command_of("exit 0");
    command.input.assign(4 << 20, 'x');

    EXPECT_EQ(run(command).status, 0);
}

TEST(ShellCommand, MuchOutputIsCutAndDoesNotHoldItUp) {  // A2
    auto command = command_of("head -c 8000000 /dev/zero; echo done >&2");
    command.max_stdout = 1000;
    const auto result = run(command);

    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.out.size(), 1000u);
    EXPECT_EQ(result.err, "done\n");
}

TEST(ShellCommand, IsKilledWhenItsTimeIsUpWithAllItStarted) {  // A2
    auto command = command_of("sleep 1000 & sleep 1000 & echo started; wait");
    command.timeout = 50ms;
    const auto result = run(command);

    EXPECT_EQ(result.end, ShellEnd::TimedOut);
    EXPECT_FALSE(result.status.has_value());
}

TEST(ShellCommand, NothingOfItOutlivesIt) {  // A2
    const auto folder =
        std::filesystem::temp_directory_path() / ("fovea-shell-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    ASSERT_EQ(::mkfifo((folder / "alive").c_str(), 0600), 0);
    const int reading = ::open((folder / "alive").c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reading, 0);
    auto command = command_of("(sleep 1000 & echo $! >&2) > alive; echo done");
    command.folder = folder;
    const auto result = run(command);

    EXPECT_EQ(result.out, "done\n");
    EXPECT_EQ(result.status, 0);
    ::fcntl(reading, F_SETFL, 0);  // from now on it waits, as long as somebody holds the other end
    EXPECT_TRUE(nobody_holds(reading));
    ::close(reading);
    std::filesystem::remove_all(folder);
}

TEST(ShellCommand, EndsWhenStopIsAskedFor) {  // A2
    std::stop_source source;
    source.request_stop();
    EXPECT_EQ(run(command_of("sleep 1000"), source.get_token()).end, ShellEnd::Stopped);

    std::stop_source later;
    std::jthread asks([&] { later.request_stop(); });
    EXPECT_EQ(run(command_of("sleep 1000"), later.get_token()).end, ShellEnd::Stopped);
}

TEST(ShellCommand, AFolderThatIsGoneIsAnError) {  // A2
    auto command = command_of("true");
    command.folder = "/dev/null/folder";

    EXPECT_FALSE(run_shell(command, {}).ok());
}

}  // namespace
}  // namespace fovea::agent
