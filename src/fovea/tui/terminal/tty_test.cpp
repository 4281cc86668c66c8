#include "fovea/tui/terminal/tty.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace fovea::tui {
namespace {

// A pseudo-terminal, and what a terminal's window would read of it.
class Window {
public:
    Window() : master_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
        ::grantpt(master_);
        ::unlockpt(master_);
        std::array<char, 128> name{};
        ::ptsname_r(master_, name.data(), name.size());
        slave_ = ::open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;
    ~Window() {
        ::close(slave_);
        if (master_ >= 0) ::close(master_);
    }

    int slave() const { return slave_; }
    void close_it() { ::close(std::exchange(master_, -1)); }

    // Waits for something to be there.
    std::string read_some() const {
        std::string bytes(1u << 16, '\0');
        const auto got = ::read(master_, bytes.data(), bytes.size());
        bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        return bytes;
    }
    std::string read_until(std::string_view end) const {
        std::string all;
        while (all.find(end) == std::string::npos) all += read_some();
        return all;
    }

private:
    int master_ = -1;
    int slave_ = -1;
};

bool is_waited_for(int fd) {
    return (::fcntl(fd, F_GETFL) & O_NONBLOCK) == 0;
}

std::string much() {
    std::string bytes;
    for (int i = 0; bytes.size() < (1u << 20); ++i) bytes += std::to_string(i) + " ";
    return bytes + "the end";
}

// U1: a terminal that is read slowly keeps nobody waiting, and misses nothing.
TEST(Tty, GoesOnWhileNobodyReads) {
    Window window;
    const auto tty = Tty::open(window.slave(), window.slave());
    ASSERT_TRUE(tty.ok());
    const auto bytes = much();
    EXPECT_TRUE(tty.value()->write(bytes));
    EXPECT_TRUE(tty.value()->is_behind());
    EXPECT_TRUE(tty.value()->write(" indeed"));
    std::string got;
    while (tty.value()->is_behind()) {
        got += window.read_some();
        ASSERT_TRUE(tty.value()->write_waiting());
    }
    got += window.read_until("indeed");
    EXPECT_NE(got.find(bytes + " indeed"), std::string::npos);
}

// What other programs share with us is as it was, whatever happens.
TEST(Tty, LeavesHowTheTerminalIsOpenToOthers) {
    Window window;
    const auto tty = Tty::open(window.slave(), window.slave());
    ASSERT_TRUE(tty.ok());
    EXPECT_TRUE(tty.value()->write(much()));
    EXPECT_TRUE(is_waited_for(window.slave()));
    window.close_it();  // nobody takes the rest
}

// U1: what was said is in the scrollback when it ends, however slowly that is read.
TEST(Tty, EndsOnceAllIsTaken) {
    Window window;
    auto tty = Tty::open(window.slave(), window.slave());
    ASSERT_TRUE(tty.ok());
    const auto bytes = much();
    EXPECT_TRUE(tty.value()->write(bytes));
    std::string got;
    std::jthread reader([&] { got = window.read_until("\x1b[m"); });
    tty.value().reset();
    reader.join();
    EXPECT_NE(got.find(bytes), std::string::npos);
}

TEST(Tty, SaysThatNobodyReadsAnyMore) {
    Window window;
    const auto tty = Tty::open(window.slave(), window.slave());
    ASSERT_TRUE(tty.ok());
    window.close_it();
    EXPECT_FALSE(tty.value()->write("more"));
    EXPECT_FALSE(tty.value()->is_behind());
}

TEST(Tty, IsATerminalOrRefuses) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    EXPECT_FALSE(Tty::open(null, null).ok());
    ::close(null);
}

}  // namespace
}  // namespace fovea::tui
