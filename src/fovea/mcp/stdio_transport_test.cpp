// Programs that do what no honest server would do.
#include "fovea/mcp/stdio_transport.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace fovea::mcp {
namespace {

using namespace std::chrono_literals;

// A shell script as the server, and what came of it.
class Shell {
public:
    explicit Shell(const std::string& script, StdioSettings settings = {})
        : transport_([&] {
              settings.command = {"/bin/sh", {"-c", script}, {"PATH=/usr/bin:/bin"}};
              settings.grace = 100ms;
              return settings;
          }()) {
        const auto opened = transport_.open(
            {.on_message = [this](const Message& message
                           ) { add(messages_, write_message(message)); },
             .on_failed =
                 [this](const Id& id, const Failure& why) {
                     add(failures_,
                         std::to_string(std::get<std::int64_t>(id)) + ": " + why.message);
                 },
             .on_end = [this](const Failure& why) { add(ends_, why.message); },
             .on_note = [this](const std::string& note) { add(notes_, note); }}
        );
        EXPECT_TRUE(opened.ok());
    }

    StdioTransport& transport() { return transport_; }

    std::vector<std::string> messages(std::size_t count) { return wait_for(messages_, count); }
    std::vector<std::string> failures(std::size_t count) { return wait_for(failures_, count); }
    std::vector<std::string> notes(std::size_t count) { return wait_for(notes_, count); }
    std::string end() { return wait_for(ends_, 1).at(0); }

private:
    void add(std::vector<std::string>& to, const std::string& what) {
        const std::lock_guard lock(mutex_);
        to.push_back(what);
        changed_.notify_all();
    }
    std::vector<std::string> wait_for(std::vector<std::string>& of, std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return of.size() >= count; });
        return of;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::string> messages_;
    std::vector<std::string> failures_;
    std::vector<std::string> ends_;
    std::vector<std::string> notes_;
    StdioTransport transport_;  // last: its thread uses the others
};

void expect_no_child_left() {
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
}

// Not gone, and not waiting for somebody else to reap it.
bool runs(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    const auto name_end = line.rfind(") ");
    return name_end != std::string::npos && line[name_end + 2] != 'Z' && line[name_end + 2] != 'X';
}

TEST(StdioTransport, LinesGoAndCome) {
    Shell shell("cat");
    EXPECT_TRUE(shell.transport().send(Request{1, "ping"}, 1s).ok());
    EXPECT_TRUE(shell.transport().send(Notification{"x"}, 1s).ok());
    EXPECT_EQ(
        shell.messages(2),
        (std::vector<std::string>{
            R"({"jsonrpc":"2.0","id":1,"method":"ping"})", R"({"jsonrpc":"2.0","method":"x"})"})
    );
}

TEST(StdioTransport, LinesThatAreNoMessagesAreNotedAndLeftOut) {
    Shell shell(R"(echo hello; echo '{"id":'; echo '[]'; echo '{"method":"x"}'; cat)");
    EXPECT_EQ(shell.messages(1).size(), 1u);
    EXPECT_EQ(shell.notes(3).at(0), "not a message on its output: hello");
}

TEST(StdioTransport, TextsCutInsideACharacterArrive) {  // A3
    Shell shell(R"(printf '{"id":1,"result":"half \\ud83d"}\n{"id":2,"result":"caf\351"}\n'; cat)");
    EXPECT_EQ(
        shell.messages(2),
        (std::vector<std::string>{
            R"({"jsonrpc":"2.0","id":1,"result":"half �"})",
            R"({"jsonrpc":"2.0","id":2,"result":"caf�"})"})
    );
}

TEST(StdioTransport, AnAnswerThatIsNotJsonFailsItsCall) {  // A3
    Shell shell(
        R"(echo '{"jsonrpc":"2.0","id":3,"result":NaN}'; echo '{"jsonrpc":"2.0","id":4}'; cat)"
    );
    EXPECT_EQ(
        shell.failures(2),
        (std::vector<std::string>{
            R"(3: its answer is not JSON: {"jsonrpc":"2.0","id":3,"result":NaN})",
            R"(4: its answer has no result: {"jsonrpc":"2.0","id":4})"})
    );
}

TEST(StdioTransport, AnAnswerThatIsTooLargeFailsItsCallAndTheNextOneComes) {  // A3
    Shell shell(
        R"(printf '{"jsonrpc":"2.0","id":5,"result":"'; head -c 3000000 /dev/zero | tr '\0' x;
           printf '"}\n{"id":6,"result":1}\n'; cat)",
        {.max_line = 1 << 20}
    );
    EXPECT_EQ(shell.messages(1).at(0), R"({"jsonrpc":"2.0","id":6,"result":1})");
    EXPECT_EQ(
        shell.failures(1).at(0),
        "5: its answer is too large: 2.9 MiB (3000036 bytes), the limit is 1.0 MiB"
    );
}

TEST(StdioTransport, WhoseLongLineItIsNobodyKnowsSoTheServerEnds) {
    Shell shell("head -c 3000000 /dev/zero | tr '\\0' x; echo; sleep 1000", {.max_line = 1 << 20});
    EXPECT_EQ(
        shell.end(), "its answer is too large: 2.9 MiB (3000000 bytes), the limit is 1.0 MiB"
    );
}

TEST(StdioTransport, ALineWithoutEndEndsTheServer) {
    Shell shell("yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | tr -d '\\n'", {.max_line = 100'000});
    EXPECT_EQ(shell.end(), "it wrote a message without a line end");
    shell.transport().close();
    expect_no_child_left();
}

TEST(StdioTransport, AFloodOnStandardErrorHoldsNothingUp) {
    Shell shell(R"(yes nonsense | head -c 5000000 >&2; echo '{"method":"x"}'; cat)");
    EXPECT_EQ(shell.messages(1).size(), 1u);
    EXPECT_LE(shell.notes(1).size(), 1001u);
}

TEST(StdioTransport, TellsHowAServerEnded) {
    EXPECT_EQ(
        Shell("echo no database >&2; exit 3").end(),
        "it exited with status 3; last lines of its stderr: no database"
    );
    EXPECT_EQ(Shell("kill -KILL $$").end(), "it ended by signal 9 (Killed)");
    EXPECT_EQ(Shell("exec >&-; sleep 1000").end(), "it closed its output");
    expect_no_child_left();
}

TEST(StdioTransport, OneThatDoesNotReadHoldsUpNobody) {
    Shell shell("sleep 1000");
    const std::string large(20u << 20, 'x');
    Result<void, Failure> sent;
    for (int i = 0; i < 10 && sent.ok(); ++i) {
        sent = shell.transport().send(Notification{"x", {{"text", large}}}, 1s);
    }
    ASSERT_FALSE(sent.ok());
    EXPECT_EQ(sent.error().message, "it does not read its input");
}

TEST(StdioTransport, OneThatClosesItsInputHasEnded) {
    Shell shell(R"(exec <&-; echo '{"method":"ready"}'; sleep 1000)");
    shell.messages(1);
    EXPECT_TRUE(shell.transport().send(Notification{"x"}, 1s).ok());
    EXPECT_EQ(shell.end(), "it closed its input");
}

TEST(StdioTransport, OneThatIgnoresEverythingIsKilledWithItsChildren) {  // A3
    Shell shell(
        R"(trap '' TERM; (trap '' TERM; sleep 1000) & echo "{\"method\":\"$!\"}"; wait; sleep 1000)"
    );
    const auto message = std::get<Notification>(parse_message(shell.messages(1).at(0)).value());
    const auto grandchild = static_cast<pid_t>(std::stol(message.method));

    shell.transport().close();

    expect_no_child_left();
    while (runs(grandchild)) std::this_thread::yield();  // the signal is on its way
}

TEST(StdioTransport, ClosingTwiceAndSendingAfterwardsDoNoHarm) {
    Shell shell("cat");
    shell.transport().close();
    shell.transport().close();
    EXPECT_FALSE(shell.transport().send(Request{1, "ping"}, 1s).ok());
}

}  // namespace
}  // namespace fovea::mcp
