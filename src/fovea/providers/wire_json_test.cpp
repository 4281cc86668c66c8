#include "fovea/providers/wire_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

boost::json::value parsed(std::string_view text) {
    auto value = parse_wire_json(text);
    return value.ok() ? std::move(value).value() : boost::json::value("failed");
}

TEST(WireJson, FieldsThatAreMissingOrOfAnotherTypeCountAsNotThere) {
    const auto value = parsed(R"({"text":"a","flag":true,"list":[1],"none":null,"number":7})");

    EXPECT_EQ(text_at(value, "text"), "a");
    EXPECT_EQ(text_at(value, "flag"), "");
    EXPECT_EQ(text_at(value, "nothing"), "");
    EXPECT_TRUE(flag_at(value, "flag"));
    EXPECT_FALSE(flag_at(value, "number"));
    EXPECT_EQ(items_at(value, "list").size(), 1U);
    EXPECT_TRUE(items_at(value, "text").empty());
    EXPECT_TRUE(has_field(value, "text"));
    EXPECT_FALSE(has_field(value, "none"));
    EXPECT_FALSE(has_field(field_at(value, "text"), "deeper"));
}

TEST(WireJson, CountsAreNeverNegativeNorNearOverflow) {
    const auto value =
        parsed(R"({"a":7,"b":-7,"c":7.9,"d":1e300,"e":18446744073709551615,"f":"7","g":-1e300})");

    EXPECT_EQ(count_at(value, "a"), 7U);
    EXPECT_EQ(count_at(value, "b"), 0U);
    EXPECT_EQ(count_at(value, "c"), 7U);
    EXPECT_EQ(count_at(value, "d"), 1'000'000'000'000'000U);
    EXPECT_EQ(count_at(value, "e"), 1'000'000'000'000'000U);
    EXPECT_EQ(count_at(value, "f"), 0U);
    EXPECT_EQ(count_at(value, "g"), 0U);
}

TEST(WireJson, MendsTextsThatWereCutInsideACharacter) {
    EXPECT_EQ(text_at(parsed(R"({"t":"a\ud83d"})"), "t"), "a\xEF\xBF\xBD");
    EXPECT_EQ(
        text_at(parsed(R"({"t":"\udE00b"})"), "t"),
        "\xEF\xBF\xBD"
        "b"
    );
    EXPECT_EQ(
        text_at(parsed(R"({"t":"\ud83d\ude00\ud83d"})"), "t"), "\xF0\x9F\x98\x80\xEF\xBF\xBD"
    );
    EXPECT_EQ(text_at(parsed("{\"t\":\"a\xff\"}"), "t"), "a\xEF\xBF\xBD");
    EXPECT_EQ(text_at(parsed(R"({"t":"\\ud83d \ud83d"})"), "t"), "\\ud83d \xEF\xBF\xBD");
}

TEST(WireJson, WhatIsNoJsonIsGarbled) {
    for (const std::string& text :
         {std::string(),
          std::string("{"),
          std::string("{} {}"),
          std::string("\\"),
          std::string("\"\\u12"),
          std::string(100'000, '[')}) {
        const auto value = parse_wire_json(text);
        ASSERT_FALSE(value.ok());
        EXPECT_EQ(value.error().kind, FailureKind::Garbled);
    }
}

TEST(WireJson, ToolInputIsAlwaysAnObject) {
    EXPECT_EQ(tool_input(std::string_view("")).value(), "{}");
    EXPECT_EQ(tool_input(std::string_view(" \n")).value(), "{}");
    EXPECT_EQ(tool_input(std::string_view(R"({ "a" : 1 })")).value(), R"({"a":1})");
    EXPECT_EQ(tool_input(boost::json::value()).value(), "{}");
    EXPECT_FALSE(tool_input(std::string_view("[1]")).ok());
    EXPECT_FALSE(tool_input(std::string_view(R"({"a":)")).ok());
    EXPECT_FALSE(tool_input(std::string_view("null x")).ok());
    EXPECT_FALSE(tool_input(boost::json::value("text")).ok());
}

TEST(WireJson, NestingBeyondReasonIsCalledThat) {
    const auto deep = std::string(5000, '[') + std::string(5000, ']');

    EXPECT_EQ(parse_wire_json(deep).error().message, "The server's answer is nested too deeply.");
}

TEST(WireJson, MadeIdsDifferWhereTheirSeedsDo) {
    EXPECT_EQ(made_call_id("a"), made_call_id("a"));
    EXPECT_NE(made_call_id("a"), made_call_id("b"));
    EXPECT_EQ(made_call_id("a").size(), std::string("call_").size() + 24);
}

TEST(PlainWords, AreOneLineWithoutKeys) {
    EXPECT_EQ(plain_words("  a\r\n\tb\x01 c  "), "a b c");
    EXPECT_EQ(
        plain_words("Incorrect API key provided: sk-proj-abcdefghijkl."),
        "Incorrect API key provided: [key]"
    );
    EXPECT_EQ(plain_words("key=AIzaSyA1234567890,x"), "key=[key],x");
    EXPECT_EQ(plain_words("hf_xet"), "hf_xet");  // too short for a key
    EXPECT_EQ(plain_words("Gr\xC3\xBC\xFFt"), "Gr\xC3\xBC\xEF\xBF\xBDt");
}

TEST(PlainWords, AreNoLongerThanAParagraph) {
    const std::string word = "ü";
    std::string text;
    for (int i = 0; i < 5000; ++i) text += word;

    const auto words = plain_words(text);

    EXPECT_LE(words.size(), 1010U);
    EXPECT_EQ(words.substr(0, 2), word);
    EXPECT_TRUE(plain_words(std::string(100'000, 'a')).size() <= 1010U);
}

TEST(FailureWords, AreFoundWhereverServersPutThem) {
    EXPECT_EQ(failure_words(400, R"({"error":{"message":"a"}})"), "a");
    EXPECT_EQ(failure_words(400, R"({"error":"b"})"), "b");
    EXPECT_EQ(failure_words(400, R"({"message":"c"})"), "c");
    EXPECT_EQ(failure_words(400, R"({"detail":"d"})"), "d");
    EXPECT_EQ(failure_words(400, R"({"error":{"type":"e"}})"), "e");
    EXPECT_EQ(failure_words(502, "<html><title>Bad\ngateway</title>"), "Bad gateway");
    EXPECT_EQ(failure_words(502, "<html>"), "HTTP 502");
    EXPECT_EQ(failure_words(400, "plain"), "plain");
    EXPECT_EQ(failure_words(500, "{}"), "HTTP 500");
}

}  // namespace
}  // namespace fovea::providers
