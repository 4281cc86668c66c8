#include "fovea/base/foreign_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

using namespace std::string_literals;

std::string text_in(std::string_view json) {
    const auto value = parse_foreign_json(json, 32);
    return value.ok() ? std::string(value.value().at("t").as_string()) : value.error().message;
}

TEST(ForeignJson, HalfAnEmojiBecomesAReplacementCharacter) {
    EXPECT_EQ(text_in(R"({"t":"a\ud83d"})"), "a�");
    EXPECT_EQ(text_in(R"({"t":"\udE00b"})"), "�b");
    EXPECT_EQ(text_in(R"({"t":"\ud83d\ude00\ud83d"})"), "😀�");
    EXPECT_EQ(text_in(R"({"t":"\ud83d\ud83d\ude00"})"), "�😀");
    EXPECT_EQ(text_in(R"({"t":"\\ud83d \ud83d"})"), "\\ud83d �");
}

TEST(ForeignJson, BytesThatAreNotUtf8BecomeReplacementCharacters) {
    EXPECT_EQ(text_in("{\"t\":\"caf\xE9\"}"), "caf�");
    EXPECT_EQ(text_in("{\"t\":\"\xED\xA0\xBD\"}"), "���");
    EXPECT_EQ(text_in("{\"t\":\"\xE9\\\"x\"}"), "�\"x");
}

TEST(ForeignJson, ControlCharactersInsideAStringAreKeptAndNulIsReplaced) {
    EXPECT_EQ(text_in("{\"t\":\"a\tb\x1b[0m\"}"), "a\tb\x1b[0m");
    EXPECT_EQ(text_in("{\"t\":\"a\0b\"}"s), "a�b");
    EXPECT_EQ(text_in("{\t\"t\":\t\"a\tb\"}"), "a\tb");
}

TEST(ForeignJson, AByteOrderMarkIsLeftOut) {
    EXPECT_EQ(text_in("\xEF\xBB\xBF{\"t\":\"a\"}"), "a");
}

TEST(ForeignJson, WhatIsNotJsonStaysSo) {
    for (const auto& text :
         {""s,
          "{"s,
          "{} {}"s,
          "\\"s,
          "\"\\u12"s,
          "\"\\"s,
          "{\"t\":NaN}"s,
          "\xff\xfe"s,
          std::string(100'000, '[')}) {
        const auto value = parse_foreign_json(text, 32);
        ASSERT_FALSE(value.ok()) << text.substr(0, 20);
        EXPECT_EQ(value.error().code, ErrorCode::InvalidInput);
    }
}

TEST(ForeignJson, ValidTextIsMendedForNulAlone) {
    const auto text = R"({"a":"\u0001\ud83d\ude00ü\n","b":[1,true,null]})"s;
    EXPECT_EQ(mend_json(text), text);
    EXPECT_EQ(mend_json(R"({"a":"x\u0000\\u0000"})"), R"({"a":"x\ufffd\\u0000"})");
}

}  // namespace
}  // namespace fovea
