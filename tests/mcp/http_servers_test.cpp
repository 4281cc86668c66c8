// A server of the official SDK, over streamable HTTP.
#include <boost/json.hpp>

#include "mcp/sdk_servers.hpp"
#include "support/background_program.hpp"

namespace fovea::mcp {
namespace {

using fovea::testing::BackgroundProgram;

class HttpServers : public SdkServers {
protected:
    void connect(std::vector<std::string> options = {}) {
        std::vector<std::string> command{
            fovea::testing::node_program(), fovea::testing::node_tests_folder() + "/mcp_http.mjs"};
        command.insert(command.end(), options.begin(), options.end());
        program_ = BackgroundProgram::start(command);
        ASSERT_NE(program_, nullptr);
        open({{"h", settings()}});
        ASSERT_EQ(servers_->statuses()[0].reason, "");
    }
    config::McpServerSettings settings() {
        config::McpServerSettings server;
        server.url = program_->ready().at("url").as_string();
        server.headers = {{"Authorization", "Bearer ${TEST_SECRET}"}};
        variables_["TEST_SECRET"] = "sk-very-secret";
        return server;
    }
    void TearDown() override {
        tools_.clear();
        servers_.reset();
    }

    std::unique_ptr<BackgroundProgram> program_;
};

TEST_F(HttpServers, AnswerInStreams) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());

    EXPECT_EQ(text(call("mcp__h__say", R"({"words": "hello"})")), "hello");
    EXPECT_EQ(call("mcp__h__picture").content.size(), 2u);
    const auto headers = boost::json::parse(text(call("mcp__h__headers"))).as_object();
    EXPECT_EQ(headers.at("authorization"), "Bearer sk-very-secret");
    EXPECT_EQ(headers.at("mcp-protocol-version"), "2025-11-25");
    EXPECT_TRUE(headers.contains("mcp-session-id"));
}

TEST_F(HttpServers, AnswerInJson) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect({"--json"}));

    EXPECT_EQ(text(call("mcp__h__say", R"({"words": "hello"})")), "hello");
    EXPECT_EQ(call("mcp__h__picture").content.size(), 2u);
    EXPECT_TRUE(call("mcp__h__fail").is_error);
}

TEST_F(HttpServers, TellTheirProgress) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());
    std::size_t told = 0;
    const auto count = [&](const tools::Progress&) { ++told; };

    const auto outcome =
        find("mcp__h__count")->run({.id = "1", .input = R"({"to": 3})", .on_progress = count}, {});

    EXPECT_EQ(text(outcome), "counted to 3");
    EXPECT_EQ(told, 3u);
}

TEST_F(HttpServers, ACancelledCallEndsAndTheServerIsTold) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());

    EXPECT_EQ(cancel_a_wait("mcp__h__wait").error->code, ErrorCode::Cancelled);
    EXPECT_EQ(text(call("mcp__h__cancelled")), "1");
}

TEST_F(HttpServers, AStreamThatWasCutIsTakenUpAgain) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());

    EXPECT_EQ(text(call("mcp__h__cut")), "after the cut");
}

TEST_F(HttpServers, ASessionThatWasForgottenIsBegunAnew) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());
    EXPECT_EQ(text(call("mcp__h__forget")), "who are you?");

    EXPECT_EQ(text(call("mcp__h__say", R"({"words": "it is me"})")), "it is me");
    EXPECT_EQ(text(call("mcp__h__sessions")), "1");
}

TEST_F(HttpServers, ToolsThatComeLaterAreHeardOf) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());
    EXPECT_EQ(text(call("mcp__h__listening")), "true");
    const auto before = servers_->revision();
    EXPECT_EQ(text(call("mcp__h__grow")), "one more");

    while (servers_->revision() == before) std::this_thread::yield();

    tools_ = servers_->tools();
    EXPECT_EQ(text(call("mcp__h__grown")), "new");
}

TEST_F(HttpServers, TheSessionIsEndedWhenWeLeave) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());
    tools_.clear();
    servers_.reset();

    open({{"h", settings()}});

    EXPECT_EQ(text(call("mcp__h__sessions")), "1");
}

TEST_F(HttpServers, ACrashEndsTheCall) {  // A3
    ASSERT_NO_FATAL_FAILURE(connect());

    const auto crashed = call("mcp__h__crash");

    EXPECT_TRUE(crashed.is_error);
    EXPECT_EQ(text(crashed).find("sk-very"), std::string::npos);
    EXPECT_TRUE(call("mcp__h__say", R"({"words": "x"})").is_error);
}

TEST_F(HttpServers, OneThatNobodyServesIsToldAndStopsNobody) {  // A3
    config::McpServerSettings server;
    server.url = "http://127.0.0.1:1/mcp";
    open({{"h", server}});

    EXPECT_EQ(servers_->statuses()[0].state, ServerState::Failed);
    EXPECT_NE(servers_->statuses()[0].reason, "");
    EXPECT_TRUE(tools_.empty());
}

TEST_F(HttpServers, OnlyThisMachineIsReachedWhenLocalOnly) {  // O1
    config::McpServerSettings server;
    server.url = "https://mcp.example.org/mcp";
    open({{"h", server}});  // the client of these tests has Reach::LoopbackOnly

    EXPECT_EQ(servers_->statuses()[0].state, ServerState::Failed);
}

}  // namespace
}  // namespace fovea::mcp
