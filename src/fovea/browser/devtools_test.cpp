#include "fovea/browser/devtools.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace fovea::browser {

namespace {

using namespace std::string_literals;
using testing::ElementsAre;

// A browser that has written all it ever will, and listens to nobody.
class DevToolsPipe : public testing::Test {
protected:
    DevToolsPipe() {
        int ends[2];
        EXPECT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0);
        from_ = Fd(ends[0]);
        writes_ = Fd(ends[1]);
    }
    DevTools tools_that_read(const std::string& bytes) {
        EXPECT_EQ(
            ::write(writes_.number(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size())
        );
        writes_.close();
        return {to_, from_, std::chrono::steady_clock::now() + std::chrono::minutes(1)};
    }

    Fd to_{::open("/dev/null", O_WRONLY | O_CLOEXEC)};
    Fd from_;
    Fd writes_;
};

TEST_F(DevToolsPipe, EventsAreToldWhileAnAnswerIsWaitedFor) {
    auto tools = tools_that_read(
        "{\"method\":\"Page.loaded\",\"params\":{},\"sessionId\":\"A\"}\0"
        "{\"id\":7,\"result\":{}}\0{\"id\":1,\"result\":{\"a\":1}}\0"s
    );
    std::vector<std::string> told;
    tools.on_event = [&](std::string_view method, const auto&) {
        told.push_back(std::string(method) + " of " + tools.event_session());
    };

    const auto answer = tools.call("Page.navigate");

    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer.value(), (boost::json::object{{"a", 1}}));
    EXPECT_THAT(told, ElementsAre("Page.loaded of A"));
}

TEST_F(DevToolsPipe, ARefusalsWordsAreCutBetweenCharacters) {
    std::string words = "x";
    for (int i = 0; i < 200; ++i) words += "ü";
    auto tools = tools_that_read("{\"id\":1,\"error\":{\"message\":\"" + words + "\"}}" + "\0"s);

    const auto answer = tools.call("Page.navigate");

    ASSERT_FALSE(answer.ok());
    EXPECT_EQ(answer.error().kind, DevToolsFailure::Kind::Refused);
    EXPECT_EQ(answer.error().message, words.substr(0, 199));
}

TEST_F(DevToolsPipe, WhatIsNotTheProtocolIsTold) {
    auto tools = tools_that_read("[1]\0"s);

    EXPECT_EQ(tools.call("Page.navigate").error().kind, DevToolsFailure::Kind::Garbled);
}

TEST_F(DevToolsPipe, ABrowserThatEndsIsTold) {
    auto tools = tools_that_read("{\"id\":1"s);

    EXPECT_EQ(tools.call("Page.navigate").error().kind, DevToolsFailure::Kind::Ended);
}

}  // namespace
}  // namespace fovea::browser
