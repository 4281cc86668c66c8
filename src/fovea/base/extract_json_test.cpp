#include "fovea/base/extract_json.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <string>

namespace fovea {
namespace {

std::string extracted(std::string_view text) {
    const auto value = extract_json(text);
    return value.ok() ? boost::json::serialize(value.value()) : "none";
}

TEST(ExtractJson, TheWholeTextMayBeIt) {  // H6, T2
    EXPECT_EQ(extracted(" {\"a\": 1}\n"), R"({"a":1})");
    EXPECT_EQ(extracted("42"), "42");
    EXPECT_EQ(extracted("\"words\""), R"("words")");
}

TEST(ExtractJson, FencesAndWordsAroundItAreLeftOut) {  // H6, T2
    EXPECT_EQ(extracted("Sure!\n```json\n{\"a\": 1}\n```\nAnything else?"), R"({"a":1})");
    EXPECT_EQ(extracted("```\n[1, 2]\n```"), "[1,2]");
    EXPECT_EQ(extracted("```json {\"a\": 1}```"), R"({"a":1})");
    EXPECT_EQ(
        extracted("The answer is {\"a\": [1, {\"b\": \"}\"}]} as asked."), R"({"a":[1,{"b":"}"}]})"
    );
    EXPECT_EQ(
        extracted("```json\n{\"code\": \"```sh\\nls\\n```\"}\n```"), R"({"code":"```sh\nls\n```"})"
    );
    EXPECT_EQ(
        extracted("First ```json\n{\"a\": 1}\n``` then ```json\n{\"a\": 2}\n```"), R"({"a":1})"
    );
}

TEST(ExtractJson, TextsCutInsideACharacterAreMended) {  // H6, T2
    EXPECT_EQ(extracted(R"({"a": "half \ud83d"})"), R"({"a":"half �"})");
    EXPECT_EQ(extracted("```json\n{\"a\": \"two\nlines\"}\n```"), R"({"a":"two\nlines"})");
}

TEST(ExtractJson, BracketsInWordsAreNoValue) {  // H6, T2
    EXPECT_EQ(extracted("In [the {picture] I see {\"cats\": 2}"), R"({"cats":2})");
    EXPECT_EQ(extracted("Don't say \" {\"a\": 1}"), R"({"a":1})");
}

TEST(ExtractJson, WhatIsNotThereIsSaid) {  // H6, T2
    for (const char* text : {"", "no", "{\"a\": ", "```json\n```", "{'a': 1}"}) {
        const auto value = extract_json(text);
        ASSERT_FALSE(value.ok()) << text;
        EXPECT_EQ(value.error().code, ErrorCode::ResponseNotJson);
    }
}

TEST(ExtractJson, HostileTextEnds) {
    EXPECT_EQ(extracted(std::string(200'000, '[')), "none");
    EXPECT_EQ(extracted(std::string(200'000, '{') + "\""), "none");
    std::string pairs;
    for (int i = 0; i < 50'000; ++i) pairs += "{x}";
    EXPECT_EQ(extracted(pairs), "none");
}

}  // namespace
}  // namespace fovea
