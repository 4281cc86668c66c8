#include "fovea/serve/test_daemon.hpp"

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::HasSubstr;

class McpOverHttp : public DaemonTest {
protected:
    TestAnswer post(const json::object& message, const std::string& headers = {}) {
        return ask(
            "POST",
            "/mcp",
            json::serialize(message),
            "application/json",
            "Accept: application/json, text/event-stream\r\n" + headers
        );
    }
    static json::object request(int id, const std::string& method, json::object params = {}) {
        return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
    }
    static json::object modern(int id, const std::string& method, json::object params = {}) {
        params["_meta"] = json::object{
            {"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
            {"io.modelcontextprotocol/clientCapabilities", json::object()}};
        return request(id, method, std::move(params));
    }
    // The header of a session.
    std::string initialize() {
        const auto answer = post(request(
            1,
            "initialize",
            {{"protocolVersion", "2025-11-25"},
             {"capabilities", json::object()},
             {"clientInfo", {{"name", "test"}, {"version", "1"}}}}
        ));
        EXPECT_EQ(answer.status, 200) << answer.body;
        EXPECT_EQ(answer.json().at("result").at("protocolVersion"), "2025-11-25");
        const auto at = answer.head.find("mcp-session-id: ");
        EXPECT_NE(at, answer.head.npos);
        return "Mcp-Session-Id: " + answer.head.substr(at + 16, 32) +
               "\r\nMCP-Protocol-Version: 2025-11-25\r\n";
    }
};

TEST_F(McpOverHttp, ALegacyClientHasASessionOfItsOwn) {  // D7
    const auto session = initialize();

    EXPECT_EQ(
        post({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}}, session).status, 202
    );
    const auto tools = post(request(2, "tools/list"), session).json();
    EXPECT_EQ(tools.at("id"), 2);
    EXPECT_EQ(tools.at("result").at("tools").as_array().size(), 7u);
    EXPECT_EQ(post(request(3, "tools/list")).status, 400);
    EXPECT_EQ(post(request(3, "tools/list"), "Mcp-Session-Id: another\r\n").status, 404);
    EXPECT_EQ(ask("GET", "/mcp").status, 406);
    EXPECT_EQ(ask("DELETE", "/mcp", "", "", session).status, 204);
    EXPECT_EQ(post(request(4, "tools/list"), session).status, 404);
}

TEST_F(McpOverHttp, WhoBeginsAgainAndAgainLosesTheirOldestSessionAndNobodyElseDoes) {  // D7, D5
    const auto book = TokenBook::open(folder_ / "data/serve").value();
    auto other = std::exchange(token_, book->add({.name = "eve", .scopes = {Scope::Mcp}}).value());
    const auto hers = initialize();
    std::swap(token_, other);
    const auto first = initialize();

    for (int i = 0; i < 100; ++i) initialize();

    EXPECT_EQ(post(request(2, "tools/list"), first).status, 404);
    std::swap(token_, other);
    EXPECT_EQ(post(request(2, "tools/list"), hers).status, 200);
}

TEST_F(McpOverHttp, AToolAnswersAboutAPictureInTheRequest) {  // D7
    const auto session = initialize();
    const auto answer = post(
        request(
            2,
            "tools/call",
            {{"name", "compare_images"},
             {"arguments",
              {{"before", "data:image/jpeg;base64," + base64(picture())},
               {"after", "data:image/jpeg;base64," + base64(picture())}}}}
        ),
        session
    );

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.json().at("result").at("structuredContent").at("identical"), true)
        << answer.body;
}

TEST_F(McpOverHttp, AModernRequestStandsForItself) {  // D7
    const std::string version = "MCP-Protocol-Version: 2026-07-28\r\n";
    const auto list = post(modern(1, "tools/list"), version + "Mcp-Method: tools/list\r\n");
    EXPECT_EQ(list.status, 200) << list.body;
    EXPECT_EQ(list.json().at("result").at("resultType"), "complete");

    const auto missing = post(modern(2, "tools/list"), version);
    EXPECT_EQ(missing.status, 400);
    EXPECT_EQ(missing.json().at("error").at("code"), -32020);
    const auto other = post(modern(3, "tools/list"), version + "Mcp-Method: tools/call\r\n");
    EXPECT_EQ(other.json().at("error").at("code"), -32020);
    const auto removed = post(modern(4, "ping"), version + "Mcp-Method: ping\r\n");
    EXPECT_EQ(removed.status, 404);
    EXPECT_EQ(removed.json().at("error").at("code"), -32601);
    const auto call = post(
        modern(5, "tools/call", {{"name", "nothing"}, {"arguments", json::object()}}),
        version + "Mcp-Method: tools/call\r\nMcp-Name: =?base64?bm90aGluZw==?=\r\n"
    );
    EXPECT_EQ(call.status, 400);
    EXPECT_EQ(call.json().at("error").at("code"), -32602);
}

TEST_F(McpOverHttp, WhatIsNoMessageIsRefused) {  // D7
    EXPECT_EQ(ask("POST", "/mcp", "{").status, 400);
    EXPECT_EQ(ask("POST", "/mcp", "[]").status, 400);
    EXPECT_EQ(post(request(1, "tools/list"), "Origin: https://evil.example\r\n").status, 403);
    token_ = "wrong";
    EXPECT_EQ(post(request(1, "tools/list")).status, 401);
}

}  // namespace
}  // namespace fovea::serve
