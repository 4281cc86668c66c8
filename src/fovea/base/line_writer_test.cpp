#include "fovea/base/line_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>

namespace fovea {
namespace {

using namespace std::chrono_literals;

class LineWriterTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::signal(SIGPIPE, SIG_IGN);
        ASSERT_EQ(::pipe2(pipe_.data(), O_CLOEXEC), 0);
        ASSERT_GT(::fcntl(pipe_[1], F_SETPIPE_SZ, 4096), 0);
    }
    void TearDown() override {
        close_reader();
        ::close(pipe_[1]);
    }
    void close_reader() {
        if (pipe_[0] >= 0) ::close(pipe_[0]);
        pipe_[0] = -1;
    }
    std::string read(std::size_t bytes) const {
        std::string text(bytes, '\0');
        for (std::size_t at = 0; at < bytes;) {
            const auto count = ::read(pipe_[0], text.data() + at, bytes - at);
            if (count <= 0) return "the end";
            at += static_cast<std::size_t>(count);
        }
        return text;
    }

    std::array<int, 2> pipe_{-1, -1};
    std::stop_source stop_;
};

TEST_F(LineWriterTest, LinesComeInTheirOrderAndWhoSendsDoesNotWait) {  // D7
    LineWriter writer(pipe_[1], 1 << 20, stop_.get_token());
    const std::string big(100'000, 'x');

    writer.send("first");
    writer.send(big);  // nobody reads yet
    writer.send("last");

    EXPECT_EQ(read(6 + big.size() + 1 + 5), "first\n" + big + "\nlast\n");
    EXPECT_TRUE(writer.flush(1min));
}

TEST_F(LineWriterTest, WhoSendsWaitsWhenTooMuchIsUnread) {
    LineWriter writer(pipe_[1], 10'000, stop_.get_token());
    const std::string big(20'000, 'x');
    writer.send(big);

    std::jthread sender([&] { writer.send("after"); });

    EXPECT_EQ(read(big.size() + 1 + 6), big + "\nafter\n");
}

TEST_F(LineWriterTest, NobodyWaitsForAReaderThatIsGone) {
    LineWriter writer(pipe_[1], 10'000, stop_.get_token());
    writer.send(std::string(20'000, 'x'));

    std::jthread sender([&] { writer.send("after"); });
    close_reader();
    sender.join();

    EXPECT_FALSE(writer.flush(1min));
    EXPECT_TRUE(writer.gone().stop_requested());
}

TEST_F(LineWriterTest, AStopFreesWhoWaitsAndTheEndComesAtOnce) {
    LineWriter writer(pipe_[1], 10'000, stop_.get_token());
    writer.send(std::string(20'000, 'x'));

    std::jthread sender([&] { writer.send("after"); });
    stop_.request_stop();
    sender.join();

    EXPECT_FALSE(writer.flush(1min));
    EXPECT_FALSE(writer.gone().stop_requested());
}

TEST_F(LineWriterTest, AReaderThatTakesNothingIsGivenUp) {
    LineWriter writer(pipe_[1], 1 << 20, stop_.get_token());
    writer.send(std::string(20'000, 'x'));

    EXPECT_FALSE(writer.flush(1ms));
}

}  // namespace
}  // namespace fovea
