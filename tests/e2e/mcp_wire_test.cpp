// fovea mcp, line by line: what no client library would send.
#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "support/live_program.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::HasSubstr;

class McpWire : public ::testing::Test {
protected:
    void say(std::string_view line) const { server_.write(std::string(line) + "\n"); }
    void say(const json::object& message) const { say(json::serialize(message)); }
    json::object hear() const {
        const auto line = server_.read_line();
        boost::system::error_code broken;
        const auto message = json::parse(line, broken);
        EXPECT_FALSE(broken) << line;
        return broken ? json::object() : message.as_object();
    }
    static json::object request(
        const json::value& id, const std::string& method, json::object params = {}
    ) {
        return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
    }
    static json::object look(const json::value& id, const std::string& image) {
        return request(
            id, "tools/call", {{"name", "view_image"}, {"arguments", {{"image", image}}}}
        );
    }
    json::object ask(const json::object& message) const {
        say(message);
        return hear();
    }
    static std::string text(const json::object& response) {
        return std::string(response.at("result").at("content").at(0).at("text").as_string());
    }

    Workbench bench_;
    LiveProgram server_ = LiveProgram::start(bench_.command({"mcp"}));
};

TEST_F(McpWire, WhatIsNoRequestIsAnsweredOrPassedOverAndTheNextOneWorks) {  // D7
    struct Case {
        std::string line;
        json::value id;
        int code;
    };
    const std::string deep(200, '[');
    const std::string long_id(5000, 'i');
    const std::vector<Case> cases = {
        {"{", nullptr, -32700},
        {"nonsense", nullptr, -32700},
        // Whoever asked is told, although it is not JSON.
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} more", 1, -32700},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + deep, 1, -32700},
        {"{\"method\":\"ping\",\"params\":{\"a\":NaN},\"jsonrpc\":\"2.0\",\"id\":1}", 1, -32700},
        // Cut inside a character, and JSON but for that.
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xff\xfeng\"}", 1, -32601},
        {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\\ud83dng\"}", 1, -32601},
        {std::string("\0\0\0", 3), nullptr, -32700},
        {"[]", nullptr, -32600},
        {"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", nullptr, -32600},
        {"7", nullptr, -32600},
        {"\"ping\"", nullptr, -32600},
        {"null", nullptr, -32600},
        {"{}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"" + long_id + "\",\"method\":\"ping\"}", nullptr, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":7}", 2, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\",\"params\":[1]}", 3, -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":\"x\"}", "x", -32600},
        {"{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"\"}", 4, -32601},
        {"{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"logging/"
         "setLevel\",\"params\":{\"level\":\"debug\"}}",
         5,
         -32601},
        {"{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"prompts/list\"}", 6, -32601},
        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\"}", 7, -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":{\"name\":5}}",
         8,
         -32602},
        {"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"resources/read\"}", 9, -32002},
        {"{\"jsonrpc\":\"2.0\",\"id\":10,\"method\":\"resources/read\",\"params\":{\"uri\":\"file:/"
         "//etc/passwd\"}}",
         10,
         -32002},
        {"{\"jsonrpc\":\"2.0\",\"id\":11,\"method\":\"tools/list\",\"params\":{\"cursor\":\"2\"}}",
         11,
         -32602},
    };
    for (const auto& each : cases) {
        say(each.line);
        const auto got = hear();
        EXPECT_EQ(got.at("id"), each.id) << each.line;
        EXPECT_EQ(got.at("error").at("code"), each.code) << each.line;
    }
    // Nothing is said of these.
    for (const auto* line :
         {"",
          "   ",
          "\r",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unheard/of\"}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"view_image\"}}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
          "cancelled\",\"params\":{\"requestId\":{}}}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"fovea-1\",\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":99,\"error\":7}"}) {
        say(line);
    }
    EXPECT_EQ(ask(request("größe ✓", "ping")).at("id"), "größe ✓");
    say("{\"jsonrpc\":\"2.0\",\"id\":-1,\"method\":\"ping\",\"unheard\":[1,2]}\r");
    EXPECT_EQ(hear().at("id"), -1);
}

TEST_F(McpWire, VersionsAreAgreedOnAndFieldsMayBeMissing) {  // D7
    const auto hello = [this](const json::value& version) {
        auto response = ask(request(1, "initialize", {{"protocolVersion", version}}));
        return response.at("result").at("protocolVersion");
    };
    EXPECT_EQ(hello("2025-06-18"), "2025-06-18");
    EXPECT_EQ(hello("2026-07-28"), "2025-11-25");
    EXPECT_EQ(hello("9999"), "2025-11-25");
    EXPECT_EQ(hello(7), "2025-11-25");
    EXPECT_EQ(hello(nullptr), "2025-11-25");
    EXPECT_TRUE(ask(request(2, "initialize")).contains("result"));
    EXPECT_TRUE(ask(request(3, "initialize", {{"capabilities", 5}})).contains("result"));
    EXPECT_TRUE(ask(request(4, "tools/list", {{"cursor", nullptr}})).contains("result"));
    EXPECT_TRUE(ask(request(5, "tools/list", {{"_meta", 5}})).contains("result"));
    const auto call =
        ask(request(6, "tools/call", {{"name", "view_image"}, {"arguments", nullptr}}));
    EXPECT_THAT(text(call), HasSubstr("INVALID_INPUT"));
}

TEST_F(McpWire, HundredsOfCallsAtOnceAreAllAnswered) {  // D7
    bench_.picture("red.png", {"plain", "30", "20", "200,30,30"});
    constexpr int kCalls = 200;
    for (int id = 0; id < kCalls; ++id) say(look(id, id % 3 == 0 ? "none.png" : "red.png"));

    std::set<std::int64_t> answered;
    for (int i = 0; i < kCalls; ++i) {
        const auto got = hear();
        const auto id = got.at("id").as_int64();
        ASSERT_TRUE(got.contains("result")) << json::serialize(got);
        EXPECT_EQ(got.at("result").at("isError"), id % 3 == 0);
        answered.insert(id);
    }

    EXPECT_EQ(answered.size(), kCalls);
}

TEST_F(McpWire, WhoAsksMuchBeforeReadingAnythingIsAnswered) {  // D7
    constexpr int kLists = 200;                                // some megabytes of answers
    for (int id = 0; id < kLists; ++id) say(request(id, "tools/list"));

    for (int id = 0; id < kLists; ++id) EXPECT_EQ(hear().at("id"), id);
}

TEST_F(McpWire, LongLinesAreTaken) {  // D7
    const std::string padding(10u << 20, 'A');
    std::jthread writer([&] { say(look("long", "data:image/png;base64," + padding)); });

    const auto got = hear();

    EXPECT_EQ(got.at("id"), "long");
    EXPECT_THAT(text(got), HasSubstr("UNSUPPORTED_FILE_TYPE"));
    EXPECT_LT(text(got).size(), 1000u);
}

TEST_F(McpWire, LinesThatAreTooLongAreRefusedByTheirIdAndTheNextOneWorks) {  // D7
    std::jthread writer([&] { say(look("huge", std::string(49u << 20, 'A'))); });

    const auto got = hear();

    EXPECT_EQ(got.at("id"), "huge");
    const std::string why(got.at("error").at("message").as_string());
    EXPECT_THAT(why, HasSubstr("the message is too large: 49.0 MiB"));
    EXPECT_EQ(ask(request("p", "ping")).at("id"), "p");
}

TEST_F(McpWire, AnIdThatIsUnderWayIsRefusedAndAPingIsAnsweredMeanwhile) {  // D7
    bench_.picture("red.png", {"plain", "30", "20", "200,30,30"});
    const json::object with_roots{{"capabilities", {{"roots", json::object()}}}};
    ask(request(0, "initialize", with_roots));

    const auto roots = ask(look("twice", "red.png"));  // waits for our answer
    const auto twice = ask(look("twice", "red.png"));
    const auto ping = ask(request("p", "ping"));
    say({{"jsonrpc", "2.0"}, {"id", roots.at("id")}, {"result", {{"roots", json::array()}}}});
    const auto answer = hear();

    EXPECT_EQ(roots.at("method"), "roots/list");
    EXPECT_EQ(twice.at("error").at("code"), -32600);
    EXPECT_EQ(ping.at("id"), "p");
    EXPECT_EQ(answer.at("id"), "twice");
    EXPECT_EQ(answer.at("result").at("isError"), false);
}

TEST_F(McpWire, WhatLiesOutsideLooksLikeWhatDoesNotExist) {  // D7, V11
    const auto seen = [this](const std::string& path) {
        auto words = text(ask(look(1, path)));
        for (auto at = words.find(path); at != words.npos; at = words.find(path)) {
            words.replace(at, path.size(), "PATH");
        }
        return words;
    };
    const auto missing = seen("no-such-file.png");
    EXPECT_THAT(missing, HasSubstr("FILE_NOT_FOUND"));
    for (const auto* path :
         {"/etc/hostname",
          "/etc/no-such-file",
          "../config.toml",
          "/etc",
          "/dev/zero",
          "/proc/self/environ",
          "./../..",
          "/root"}) {
        EXPECT_EQ(seen(path), missing) << path;
    }
}

TEST_F(McpWire, AnInputThatEndsInAMessageIsRefusedAndTheExitIsClean) {  // D7
    server_.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"meth");

    const auto done = server_.finish();

    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("-32700"));
}

}  // namespace
}  // namespace fovea::testing
