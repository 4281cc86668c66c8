#include "fovea/protocol/frame_feed.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>

namespace fovea::protocol {
namespace {

constexpr const char* kInterrupt = "{\"type\":\"control\",\"subtype\":\"interrupt\"}\n";

std::string user(int number) {
    return "{\"type\":\"user\",\"content\":\"" + std::to_string(number) + "\"}\n";
}

class FrameFeedTest : public ::testing::Test {
protected:
    void SetUp() override { ASSERT_EQ(::pipe2(ends_.data(), O_CLOEXEC), 0); }
    void TearDown() override {
        ::close(ends_[0]);
        end();
    }
    void say(const std::string& lines) const {
        ASSERT_EQ(
            ::write(ends_[1], lines.data(), lines.size()), static_cast<ssize_t>(lines.size())
        );
    }
    void end() {
        if (ends_[1] >= 0) ::close(ends_[1]);
        ends_[1] = -1;
    }
    void count_interrupt() {
        ++interrupts_;
        interrupts_.notify_all();
    }
    // Empty at the end.
    static std::string next(FrameFeed& feed) {
        auto frame = feed.next({});
        if (!frame.ok()) return "error: " + frame.error().message;
        return frame.value() ? std::string(frame.value()->frame.content.as_string()) : "";
    }

    std::array<int, 2> ends_{-1, -1};
    std::atomic<int> interrupts_ = 0;
};

TEST_F(FrameFeedTest, GivesMessagesInTheirOrderHoweverManyWait) {  // H3, CAL-HL-14
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    std::jthread writer([&] {
        for (int i = 0; i < 500; ++i) say(user(i));
        end();
    });

    for (int i = 0; i < 500; ++i) ASSERT_EQ(next(feed), std::to_string(i));
    EXPECT_EQ(next(feed), "");
    EXPECT_FALSE(feed.was_empty());
}

TEST_F(FrameFeedTest, TellsWhatIsWrongAfterEverythingBeforeAndNothingBehind) {  // CAL-HL-18
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    say(user(1) + "nonsense\n" + user(2));
    end();

    EXPECT_EQ(next(feed), "1");
    EXPECT_EQ(next(feed).substr(0, 6), "error:");
    EXPECT_EQ(next(feed), "");
}

TEST_F(FrameFeedTest, AnInterruptIsForTheMessagesBeforeIt) {  // CAL-HL-16
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    say(kInterrupt + user(1));
    ASSERT_EQ(next(feed), "1");
    EXPECT_EQ(interrupts_, 0);
    say(kInterrupt + user(2));
    interrupts_.wait(0);  // asking for the next message says that this one is done
    ASSERT_EQ(next(feed), "2");
    EXPECT_EQ(interrupts_, 1);
    end();
    EXPECT_EQ(next(feed), "");
}

TEST_F(FrameFeedTest, AnInterruptStopsWhatRunsAndWhatWaitsAndNothingBehindIt) {  // CAL-HL-16
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    say(user(1));
    const auto first = feed.next({});
    ASSERT_TRUE(first.ok() && first.value());
    say(user(2) + kInterrupt + user(3));
    end();
    interrupts_.wait(0);

    EXPECT_TRUE(first.value()->stop.stop_requested());
    const auto second = feed.next({});
    const auto third = feed.next({});
    ASSERT_TRUE(second.ok() && second.value() && third.ok() && third.value());
    EXPECT_TRUE(second.value()->stop.stop_requested());
    EXPECT_FALSE(third.value()->stop.stop_requested());
}

TEST_F(FrameFeedTest, InterruptsAloneAreNobodysWords) {  // CAL-HL-23
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    say(kInterrupt);
    end();

    EXPECT_EQ(next(feed), "");
    EXPECT_TRUE(feed.was_empty());
}

TEST_F(FrameFeedTest, EndsWhileItWaits) {  // A1
    FrameFeed feed(ends_[0], [&] { count_interrupt(); });
    std::stop_source stop;
    stop.request_stop();

    const auto frame = feed.next(stop.get_token());
    ASSERT_TRUE(frame.ok());
    EXPECT_FALSE(frame.value());
}

}  // namespace
}  // namespace fovea::protocol
