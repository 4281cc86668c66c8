#include "fovea/mcp/message.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea::mcp {
namespace {

template <class T>
T parsed(std::string_view text) {
    return std::get<T>(parse_message(text).value());
}

TEST(Message, RequestsNotificationsAndResponsesAreToldApart) {
    EXPECT_EQ(parsed<Request>(R"({"jsonrpc":"2.0","id":"a","method":"ping"})").id, Id("a"));
    EXPECT_EQ(parsed<Notification>(R"({"method":"x","params":{"a":1}})").params.at("a"), 1);
    const auto response = parsed<Response>(R"({"id":7,"result":{"ok":true}})");
    EXPECT_EQ(response.id, Id(7));
    EXPECT_EQ(std::get<boost::json::value>(response.outcome).at("ok"), true);
}

TEST(Message, AnErrorIsAResponseAlsoWithoutAnId) {
    const auto response = parsed<Response>(R"({"id":null,"error":{"code":-32700,"message":"no"}})");
    EXPECT_EQ(response.id, std::nullopt);
    EXPECT_EQ(std::get<RpcError>(response.outcome), (RpcError{-32700, "no"}));
}

TEST(Message, WhatIsNoMessageIsRefused) {
    for (const char* text :
         {"",
          "{",
          "[]",
          "[{\"method\":\"batch\"}]",
          "7",
          "{}",
          R"({"method":7})",
          R"({"id":null,"method":"x"})",
          R"({"id":1.5,"method":"x"})",
          R"({"method":"x","params":[]})",
          "\xff\xfe"}) {
        EXPECT_FALSE(parse_message(text).ok()) << text;
    }
}

TEST(Message, ServersMaySendSeveralAtOnce) {  // A3, D7
    const auto several = read_messages(R"([{"id":1,"result":{}},{"method":"x"},7])");

    ASSERT_EQ(several.size(), 3u);
    EXPECT_EQ(std::get<Response>(several[0].value()).id, Id(1));
    EXPECT_EQ(std::get<Notification>(several[1].value()).method, "x");
    EXPECT_FALSE(several[2].ok());
    EXPECT_EQ(read_messages(R"({"id":1,"result":{}})").size(), 1u);
    EXPECT_FALSE(read_messages("[]").at(0).ok());
}

TEST(Message, OfAResultAndAnErrorTheErrorCounts) {  // A3, D7
    const auto both = parsed<Response>(R"({"id":1,"result":{},"error":{"code":3,"message":"no"}})");
    const auto null_error = parsed<Response>(R"({"id":1,"result":{},"error":null})");
    const auto null_result = parsed<Response>(R"({"id":1,"result":null,"error":{"code":3}})");

    EXPECT_EQ(std::get<RpcError>(both.outcome), (RpcError{3, "no"}));
    EXPECT_TRUE(std::holds_alternative<boost::json::value>(null_error.outcome));
    EXPECT_TRUE(std::holds_alternative<RpcError>(null_result.outcome));
}

TEST(Message, TextsCutInsideACharacterAreMended) {  // A3, D7
    const auto half = parsed<Response>(R"({"id":1,"result":{"text":"\ud83d"}})");
    EXPECT_EQ(std::get<boost::json::value>(half.outcome).at("text"), "�");
    const auto latin = parsed<Response>("{\"id\":1,\"result\":{\"text\":\"\xE9\"}}");
    EXPECT_EQ(std::get<boost::json::value>(latin.outcome).at("text"), "�");
}

TEST(Message, WhatIsNotJsonTellsWhoseAnswerItIs) {  // A3, D7
    const auto bad = read_message(R"({"jsonrpc":"2.0","id":7,"result":NaN})").error();
    EXPECT_EQ(bad.id, Id(7));
    EXPECT_EQ(bad.error.code, kParseError);
    EXPECT_TRUE(bad.is_answer);
    EXPECT_TRUE(read_message(R"({"jsonrpc":"2.0","id":7})").error().is_answer);
    EXPECT_FALSE(read_message(R"({"level":"info","id":7})").error().is_answer);  // of a log
    EXPECT_FALSE(read_message(R"({"id":7,"method":3})").error().is_answer);
}

TEST(Message, DepthAndSizeHaveLimits) {
    const std::string deep(100'000, '[');
    EXPECT_FALSE(parse_message(R"({"id":1,"result":)" + deep).ok());
    EXPECT_FALSE(parse_message(std::string(kMaxMessage + 1, ' ')).ok());
}

TEST(Message, IsWrittenOnOneLine) {
    EXPECT_EQ(
        write_message(Request{1, "tools/call", {{"name", "two\nlines"}}}),
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"two\nlines"}})"
    );
    EXPECT_EQ(
        write_message(Response{Id("a"), RpcError{-32601, "no"}}),
        R"({"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"no"}})"
    );
    EXPECT_EQ(write_message(Notification{"x"}), R"({"jsonrpc":"2.0","method":"x"})");
}

}  // namespace
}  // namespace fovea::mcp
