#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/test_dialect.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::gemini {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

FinishReason finish_of(const std::string& reason, const std::string& part = R"({"text":"a"})") {
    const auto reply = read_reply(
        R"({"candidates":[{"content":{"parts":[)" + part + R"(]},"finishReason":")" + reason +
        R"("}]})"
    );
    return reply.ok() ? reply.value().finish : FinishReason::Other;
}

TEST(GeminiReply, ReadsPartsFinishAndUsage) {  // P1
    const auto reply = read_reply(
        R"({"candidates":[{"content":{"role":"model","parts":[)"
        R"({"text":"hm","thought":true},{"text":"!","thought":true},)"
        R"({"text":"a"},{"text":"b"},{"text":"c","thoughtSignature":"s1"},{"text":"d"},)"
        R"({"executableCode":{}},)"
        R"({"functionCall":{"id":"f1","name":"crop","args":{"x": 3}},"thoughtSignature":"s2"},)"
        R"({"functionCall":{"id":"f2","name":"look"}}]},"finishReason":"STOP","index":0}],)"
        R"("usageMetadata":{"promptTokenCount":1130,"candidatesTokenCount":8,)"
        R"("thoughtsTokenCount":5,"totalTokenCount":1143,"cachedContentTokenCount":100},)"
        R"("responseId":"r1"})"
    );

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(
        reply.value(),
        (Reply{
            .content =
                {ThinkingBlock{"hm!", "", "gemini"},
                 TextBlock{"ab"},
                 ThinkingBlock{"", "s1", "gemini"},
                 TextBlock{"c"},
                 TextBlock{"d"},
                 ThinkingBlock{"", "s2", "gemini"},
                 ToolUseBlock{"f1", "crop", R"({"x":3})"},
                 ToolUseBlock{"f2", "look", "{}"}},
            .finish = FinishReason::ToolCalls,
            .usage =
                {.input_tokens = 1130,
                 .output_tokens = 13,
                 .cache_read_tokens = 100,
                 .reasoning_tokens = 5}})
    );
}

TEST(GeminiReply, CallsWithoutAnIdGetOneThatComesOnce) {
    const auto ids = [](const std::string& response) {
        const std::string call = R"({"functionCall":{"name":"f","args":{}}})";
        const auto reply = read_reply(
            R"({"candidates":[{"content":{"parts":[)" + call + "," + call +
            R"(]},"finishReason":"STOP"}],"responseId":")" + response + R"("})"
        );
        return std::pair{
            std::get<ToolUseBlock>(reply.value().content[0]).id,
            std::get<ToolUseBlock>(reply.value().content[1]).id};
    };

    EXPECT_NE(ids("r1").first, ids("r1").second);
    EXPECT_NE(ids("r1").first, ids("r2").first);
    EXPECT_EQ(ids("r1"), ids("r1"));
}

TEST(GeminiReply, NormalisesReasonsToFinish) {
    EXPECT_EQ(finish_of("STOP"), FinishReason::Stop);
    EXPECT_EQ(finish_of("STOP", R"({"functionCall":{"name":"f"}})"), FinishReason::ToolCalls);
    EXPECT_EQ(finish_of("MAX_TOKENS"), FinishReason::Length);
    EXPECT_EQ(finish_of("CONTINUATION"), FinishReason::Pause);
    for (const auto* reason :
         {"SAFETY",
          "RECITATION",
          "BLOCKLIST",
          "PROHIBITED_CONTENT",
          "SPII",
          "IMAGE_SAFETY",
          "IMAGE_PROHIBITED_CONTENT",
          "IMAGE_RECITATION",
          "IMAGE_OTHER"}) {
        EXPECT_EQ(finish_of(reason), FinishReason::ContentFilter) << reason;
    }
    for (const auto* reason :
         {"MALFORMED_FUNCTION_CALL",
          "UNEXPECTED_TOOL_CALL",
          "TOO_MANY_TOOL_CALLS",
          "OTHER",
          "LANGUAGE",
          "NO_IMAGE"}) {
        EXPECT_EQ(finish_of(reason, ""), FinishReason::Error) << reason;
    }
    EXPECT_EQ(finish_of("SOMETHING_NEW"), FinishReason::Other);
}

TEST(GeminiReply, ABlockedPromptIsAFilteredReply) {
    const auto reply = read_reply(
        R"({"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":9}})"
    );

    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(
        reply.value(),
        (Reply{.content = {}, .finish = FinishReason::ContentFilter, .usage = {.input_tokens = 9}})
    );
}

TEST(GeminiReply, AnAnswerOfNothingMayBeAskedForAgain) {
    for (const auto* body :
         {"{}",
          R"({"candidates":[]})",
          R"({"candidates":[{"finishReason":"STOP"}]})",
          R"({"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}]})"}) {
        const auto reply = read_reply(body);
        ASSERT_FALSE(reply.ok()) << body;
        EXPECT_EQ(reply.error().kind, FailureKind::Transient);
        EXPECT_EQ(reply.error().should_retry, true);
    }
}

TEST(GeminiReply, WhatIsNoReplyIsGarbled) {
    for (const std::string& body :
         {std::string(),
          std::string("null"),
          std::string("<html>"),
          std::string(R"({"candidates":[{"content":{"parts":[{"functionCall":{}}]}}]})")}) {
        const auto reply = read_reply(body);
        ASSERT_FALSE(reply.ok()) << body;
        EXPECT_EQ(reply.error().kind, FailureKind::Garbled) << body;
    }
}

TEST(GeminiReply, ArgumentsThatAreNoObjectAreKeptAsOneThatSaysSo) {
    const auto reply = read_reply(
        R"({"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":[]}}]}}]})"
    );

    ASSERT_TRUE(reply.ok());
    const auto& use = std::get<content::ToolUseBlock>(reply.value().content.at(0));
    EXPECT_TRUE(unreadable_problem(use.input)) << use.input;
}

}  // namespace
}  // namespace fovea::providers::gemini
