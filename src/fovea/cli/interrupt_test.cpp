#include "fovea/cli/interrupt.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <functional>
#include <future>
#include <stop_token>

namespace fovea::cli {
namespace {

// Returns once the token says stop.
void wait_for(const std::stop_token& token) {
    std::promise<void> asked;
    const std::stop_callback callback(token, [&asked] { asked.set_value(); });
    asked.get_future().wait();
}

TEST(InterruptTest, EachSignalThatAsksForTheEndIsHeard) {  // H5
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Interrupt interrupt;
        EXPECT_FALSE(interrupt.token().stop_requested());

        std::raise(signal);

        wait_for(interrupt.token());
        EXPECT_EQ(interrupt.signal(), signal);
    }
}

TEST(InterruptTest, ATerminalThatClosesTwiceIsNoSecondCtrlC) {  // H5
    const Interrupt interrupt;

    std::raise(SIGHUP);
    std::raise(SIGHUP);

    wait_for(interrupt.token());
    EXPECT_EQ(interrupt.signal(), SIGHUP);
}

TEST(InterruptTest, UnderNohupAClosedTerminalIsNothing) {  // H5
    std::signal(SIGHUP, SIG_IGN);
    {
        const Interrupt interrupt;

        std::raise(SIGHUP);

        EXPECT_EQ(interrupt.signal(), 0);
        EXPECT_FALSE(interrupt.token().stop_requested());
    }
    EXPECT_EQ(std::signal(SIGHUP, SIG_DFL), SIG_IGN);
}

}  // namespace
}  // namespace fovea::cli
