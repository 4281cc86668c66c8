#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Streams by hand, over the fixtures: they have tools that speak before they answer, and hang up.
class McpStreams : public DaemonTest {
protected:
    void SetUp() override {
        HostTest::SetUp();
        start(DaemonSettings{.has_fixtures = true});
        session_ = initialize();
    }

    static std::string path() { return "/conformance/mcp"; }
    static std::string message(int id, const std::string& method, json::object params = {}) {
        return json::serialize(json::object{
            {"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
    }
    static std::string call(int id, const std::string& tool, json::object meta = {}) {
        json::object params{{"name", tool}, {"arguments", json::object()}};
        if (!meta.empty()) params["_meta"] = std::move(meta);
        return message(id, "tools/call", std::move(params));
    }
    std::string initialize() {
        const auto answer = post(message(
            1,
            "initialize",
            {{"protocolVersion", "2025-11-25"},
             {"capabilities", json::object()},
             {"clientInfo", {{"name", "test"}, {"version", "1"}}}}
        ));
        const auto at = answer.head.find("mcp-session-id: ");
        EXPECT_NE(at, answer.head.npos) << answer.head;
        return "Mcp-Session-Id: " + answer.head.substr(at + 16, 32) + "\r\n";
    }
    TestAnswer post(const std::string& body, const std::string& more = {}) {
        return ask(
            "POST",
            path(),
            body,
            "application/json",
            "Accept: application/json, text/event-stream\r\n" + session_ + more
        );
    }
    // The whole of a stream that ends.
    std::string stream_of(const std::string& body, const std::string& version = "2025-11-25") {
        TestClient client(daemon_->port());
        client.send(
            head(
                "POST",
                path(),
                "Accept: application/json, text/event-stream\r\n" + session_ +
                    "MCP-Protocol-Version: " + version + "\r\nContent-Type: application/json\r\n" +
                    "Content-Length: " + std::to_string(body.size()) + "\r\n"
            ) +
            "\r\n" + body
        );
        return client.read_all();
    }
    std::unique_ptr<TestClient> listen(const std::string& last = {}) {
        auto client = std::make_unique<TestClient>(daemon_->port());
        const auto more = last.empty() ? std::string() : "Last-Event-ID: " + last + "\r\n";
        client->send(
            head("GET", path(), "Accept: text/event-stream\r\n" + session_ + more) + "\r\n"
        );
        return client;
    }

    std::string session_;
};

TEST_F(McpStreams, WhatComesBeforeTheAnswerMakesItAStream) {  // D7
    const auto all = stream_of(call(2, "test_tool_with_progress", {{"progressToken", "p"}}));

    EXPECT_THAT(all, HasSubstr("content-type: text/event-stream"));
    EXPECT_THAT(
        all, HasSubstr("\r\n\r\nid: 2-0\nretry: 1000\ndata: \n\nid: 2-1\nevent: message\n")
    );
    EXPECT_THAT(all, HasSubstr("\"progress\":100"));
    EXPECT_THAT(all, HasSubstr("id: 2-4\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,"));
    const auto plain = post(call(3, "test_simple_text"));
    EXPECT_TRUE(plain.has("content-type: application/json"));
}

TEST_F(McpStreams, AnOlderClientIsNotSentAnEventWithoutAMessage) {  // D7
    const auto all = stream_of(call(2, "test_tool_with_logging"), "2025-06-18");

    EXPECT_THAT(
        all, AllOf(HasSubstr("\r\n\r\nid: 2-1\nevent: message\n"), Not(HasSubstr("data: \n")))
    );
}

TEST_F(McpStreams, WhoComesBackHearsTheRestAndNothingTwice) {  // D7
    const auto first = stream_of(call(2, "test_reconnection"));
    EXPECT_THAT(first, HasSubstr("id: 2-0\n"));
    EXPECT_THAT(first, Not(HasSubstr("\"result\"")));

    const auto rest = listen("2-0")->read_all();

    EXPECT_THAT(rest, StartsWith("HTTP/1.1 200 "));
    EXPECT_THAT(rest, HasSubstr("Reconnection test completed"));
    EXPECT_THAT(listen("2-2")->read_all(), Not(HasSubstr("\"result\"")));
    EXPECT_THAT(listen("2-0")->read_all(), HasSubstr("Reconnection test completed"));
    EXPECT_THAT(listen("77-0")->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
    EXPECT_THAT(listen("x")->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
}

TEST_F(McpStreams, WhatConcernsNoRequestComesByGet) {  // D7
    const auto subscribe = message(2, "resources/subscribe", {{"uri", "test://one"}});
    const auto listener = listen();
    EXPECT_THAT(listener->read_until("data: \n\n"), HasSubstr("id: 0-0\n"));
    EXPECT_EQ(post(subscribe).status, 200);
    EXPECT_THAT(listener->read_until("}}\n\n"), HasSubstr("\"uri\":\"test://one\""));

    // Meanwhile nobody listens.
    listener->close();
    EXPECT_EQ(post(message(3, "resources/subscribe", {{"uri", "test://two"}})).status, 200);
    const auto next = listen("0-1");
    next->read_until("data: \n\n");
    EXPECT_THAT(next->read_until("}}\n\n"), HasSubstr("id: 0-2\nevent: message\n"));
}

TEST_F(McpStreams, EndWithTheirSession) {  // D7
    const auto listener = listen();
    listener->read_until("data: \n\n");

    EXPECT_EQ(ask("DELETE", path(), "", "", session_).status, 204);

    EXPECT_EQ(listener->read_all(), "");
    EXPECT_THAT(listen()->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 404 "));
}

TEST_F(McpStreams, BelongToWhoSaysWhichSessionAndSpeaksOfItsTime) {  // D7
    session_ += "MCP-Protocol-Version: 2026-07-28\r\n";
    EXPECT_THAT(listen()->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 405 "));
    EXPECT_EQ(ask("DELETE", path(), "", "", session_).status, 405);
    session_ = "MCP-Protocol-Version: 1999-01-01\r\n";
    EXPECT_THAT(listen()->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
    session_.clear();
    EXPECT_THAT(listen()->read_until("\r\n\r\n"), StartsWith("HTTP/1.1 400 "));
}

}  // namespace
}  // namespace fovea::serve
