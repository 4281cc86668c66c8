#include "fovea/protocol/claude/message_feed.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <future>

namespace fovea::protocol::claude {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kStatus =
    R"({"type":"control_request","request_id":"1","request":{"subtype":"mcp_status"}})";

std::string user(const std::string& uuid) {
    return R"({"type":"user","uuid":")" + uuid + R"(","message":{"content":"hi"}})";
}

class ClaudeMessageFeed : public ::testing::Test {
protected:
    ClaudeMessageFeed() : control_({}, services()) { EXPECT_EQ(::pipe(pipe_.data()), 0); }
    ~ClaudeMessageFeed() override {
        hang_up();
        ::close(pipe_[0]);
    }

    ControlServices services() {
        return {
            .send =
                [this](const boost::json::object&) {
                    answered_.set_value();
                    return true;
                },
            .servers = [] { return std::vector<agent::ServerStatus>(); }};
    }
    void write(const std::string& line) const {
        const auto text = line + "\n";
        EXPECT_EQ(::write(pipe_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    // Until everything that was written is read.
    void catch_up() {
        write(kStatus);
        answered_.get_future().wait();
    }
    void hang_up() {
        if (pipe_[1] >= 0) ::close(pipe_[1]);
        pipe_[1] = -1;
    }

    std::array<int, 2> pipe_{-1, -1};
    std::promise<void> answered_;
    Control control_;
};

TEST_F(ClaudeMessageFeed, GivesMessagesInTheirOrderUntilTheEnd) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    write(user("a"));
    write("");
    write(user("b"));
    hang_up();

    EXPECT_EQ(feed.next({}).value()->line.uuid, "a");
    EXPECT_EQ(feed.next({}).value()->line.uuid, "b");
    EXPECT_FALSE(feed.next({}).value().has_value());
}

TEST_F(ClaudeMessageFeed, TellsWhatIsWrongInItsTurn) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    write(user("a"));
    write("garbage");
    write(user("b"));

    EXPECT_TRUE(feed.next({}).ok());
    EXPECT_FALSE(feed.next({}).ok());
    EXPECT_FALSE(feed.next({}).value().has_value());
}

TEST_F(ClaudeMessageFeed, InterruptsTheMessageThatIsAnswered) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    write(user("a"));
    const auto first = feed.next({});
    write(user("b"));
    catch_up();

    EXPECT_THAT(feed.interrupt(), ElementsAre("b"));
    EXPECT_TRUE(first.value()->stop.stop_requested());
    EXPECT_FALSE(feed.next({}).value()->stop.stop_requested());
}

TEST_F(ClaudeMessageFeed, InterruptsTheFirstThatWaitsWhereNoneIsAnswered) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    EXPECT_THAT(feed.interrupt(), IsEmpty());
    write(user("a"));
    write(user("b"));
    catch_up();

    EXPECT_THAT(feed.interrupt(), ElementsAre("b"));
    EXPECT_TRUE(feed.next({}).value()->stop.stop_requested());
    EXPECT_FALSE(feed.next({}).value()->stop.stop_requested());
}

TEST_F(ClaudeMessageFeed, ReadsAnAnswerBehindManyMessages) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    feed.begin_question();
    for (int i = 0; i < 200; ++i) write(user(std::to_string(i)));
    catch_up();
    feed.end_question();
    hang_up();

    for (int i = 0; i < 200; ++i) EXPECT_EQ(feed.next({}).value()->line.uuid, std::to_string(i));
    EXPECT_FALSE(feed.next({}).value().has_value());
}

TEST_F(ClaudeMessageFeed, WaitsWithAClientThatWritesTooMuch) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    for (int i = 0; i < 200; ++i) write(user(std::to_string(i)));
    hang_up();

    for (int i = 0; i < 200; ++i) EXPECT_EQ(feed.next({}).value()->line.uuid, std::to_string(i));
    EXPECT_FALSE(feed.next({}).value().has_value());
}

TEST_F(ClaudeMessageFeed, ComesBackWhenItIsToldToStop) {  // H8
    MessageFeed feed(pipe_[0]);
    feed.start(control_);
    std::stop_source stop;
    stop.request_stop();

    EXPECT_FALSE(feed.next(stop.get_token()).value().has_value());
}

}  // namespace
}  // namespace fovea::protocol::claude
