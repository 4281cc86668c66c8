#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::openai_chat {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

Result<Reply, WireFailure> read(std::string_view body) {
    return read_reply(kCompatible, body);
}

// A reply with one choice.
Result<Reply, WireFailure> read_choice(const std::string& message, const std::string& finish) {
    return read(
        R"({"id":"c1","created":5,"choices":[{"index":0,"message":)" + message +
        R"(,"finish_reason":")" + finish + R"("}]})"
    );
}

FailureKind failure_of(std::string_view body) {
    const auto reply = read(body);
    EXPECT_FALSE(reply.ok()) << body;
    return reply.ok() ? FailureKind::Stream : reply.error().kind;
}

TEST(OpenAiChatReply, HasTextCallsThinkingAndUsage) {  // P1
    const auto reply = read(
        R"({"id":"c1","object":"chat.completion","choices":[{"index":0,"message":{)"
        R"("role":"assistant","content":"Hi","refusal":null,"reasoning_content":"hm",)"
        R"("tool_calls":[{"id":"call_1","type":"function",)"
        R"("function":{"name":"crop","arguments":"{\"x\":3}"}}]},)"
        R"("finish_reason":"tool_calls"}],)"
        R"("usage":{"prompt_tokens":100,"completion_tokens":30,"total_tokens":130,)"
        R"("prompt_tokens_details":{"cached_tokens":60,"cache_write_tokens":20,"image_tokens":5},)"
        R"("completion_tokens_details":{"reasoning_tokens":10},"cost":0.25}})"
    );

    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(
        reply.value(),
        (Reply{
            .content =
                {ThinkingBlock{"hm", "", "openai_compatible"},
                 TextBlock{"Hi"},
                 ToolUseBlock{"call_1", "crop", R"({"x":3})"}},
            .finish = FinishReason::ToolCalls,
            .usage =
                {.input_tokens = 100,
                 .output_tokens = 30,
                 .cache_read_tokens = 60,
                 .cache_write_tokens = 20,
                 .reasoning_tokens = 10,
                 .cost_usd = 0.25}})
    );
}

TEST(OpenAiChatReply, CountsTheCacheOfDeepSeekAndOfLlamaCpp) {  // P1
    const std::string start = R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"}],)";
    const auto deepseek = read(
        start + R"("usage":{"prompt_tokens":9,"completion_tokens":1,"prompt_cache_hit_tokens":7,)"
                R"("prompt_cache_miss_tokens":2}})"
    );
    const auto llama = read(start + R"("timings":{"cache_n":4,"prompt_n":6,"predicted_n":2}})");
    const auto lying = read(
        start + R"("usage":{"prompt_tokens":5,"completion_tokens":-1,)"
                R"("prompt_tokens_details":{"cached_tokens":9,"cache_write_tokens":9}}})"
    );

    ASSERT_TRUE(deepseek.ok() && llama.ok() && lying.ok());
    EXPECT_EQ(
        deepseek.value().usage,
        (Usage{.input_tokens = 9, .output_tokens = 1, .cache_read_tokens = 7})
    );
    EXPECT_EQ(
        llama.value().usage, (Usage{.input_tokens = 10, .output_tokens = 2, .cache_read_tokens = 4})
    );
    EXPECT_EQ(lying.value().usage, (Usage{.input_tokens = 5, .cache_read_tokens = 5}));
}

TEST(OpenAiChatReply, FinishReasonsMeanTheSameForAll) {  // P1
    const std::string text = R"({"content":"a"})";
    const std::string call =
        R"({"content":null,"tool_calls":[{"id":"c","function":{"name":"t","arguments":"{}"}}]})";
    const auto finish = [](const std::string& message, const std::string& raw) {
        const auto reply = read_choice(message, raw);
        EXPECT_TRUE(reply.ok());
        return reply.ok() ? reply.value().finish : FinishReason::Error;
    };

    EXPECT_EQ(finish(text, "stop"), FinishReason::Stop);
    EXPECT_EQ(finish(text, "length"), FinishReason::Length);
    EXPECT_EQ(finish(text, "content_filter"), FinishReason::ContentFilter);
    EXPECT_EQ(finish(text, "tool_calls"), FinishReason::Other);
    EXPECT_EQ(finish(text, "never seen"), FinishReason::Other);
    EXPECT_EQ(finish(text, ""), FinishReason::Other);
    EXPECT_EQ(finish(call, "tool_calls"), FinishReason::ToolCalls);
    EXPECT_EQ(finish(call, "function_call"), FinishReason::ToolCalls);
    EXPECT_EQ(finish(call, "stop"), FinishReason::ToolCalls);
    EXPECT_EQ(finish(R"({"content":null,"refusal":"No."})", "stop"), FinishReason::ContentFilter);
}

TEST(OpenAiChatReply, RefusalsAndPartsAreText) {  // P1
    const auto refusal = read_choice(R"({"content":null,"refusal":"No."})", "stop");
    const auto parts = read_choice(
        R"({"content":[{"type":"text","text":"a"},{"type":"x"},{"type":"text","text":"b"}]})",
        "stop"
    );

    ASSERT_TRUE(refusal.ok() && parts.ok());
    EXPECT_EQ(content::text_of(refusal.value().content), "No.");
    EXPECT_EQ(content::text_of(parts.value().content), "ab");
}

TEST(OpenAiChatReply, CallsWithoutIdGetOneAndOldCallsAreCallsToo) {  // P1
    const auto modern = read_choice(
        R"({"tool_calls":[{"function":{"name":"a","arguments":{"x":1}}},)"
        R"({"function":{"name":"b","arguments":""}}]})",
        "tool_calls"
    );
    const auto old =
        read_choice(R"({"function_call":{"name":"a","arguments":"{}"}})", "function_call");

    ASSERT_TRUE(modern.ok() && old.ok());
    ASSERT_EQ(modern.value().content.size(), 2U);
    const auto& first = std::get<ToolUseBlock>(modern.value().content[0]);
    const auto& second = std::get<ToolUseBlock>(modern.value().content[1]);
    EXPECT_EQ(first.input, R"({"x":1})");
    EXPECT_EQ(second.input, "{}");
    EXPECT_FALSE(first.id.empty());
    EXPECT_NE(first.id, second.id);
    EXPECT_EQ(std::get<ToolUseBlock>(old.value().content.at(0)).name, "a");
}

TEST(OpenAiChatReply, CallsThatMakeNoSenseAreToldUnlessTheyWereCutShort) {  // P1
    const std::string broken =
        R"({"content":"a","tool_calls":[{"id":"c","function":{"name":"t","arguments":"{\"x\":"}}]})";
    const std::string nameless = R"({"tool_calls":[{"id":"c","function":{"arguments":"{}"}}]})";

    const auto told = read_choice(broken, "tool_calls");
    const auto cut = read_choice(broken, "length");
    const auto unnamed = read_choice(nameless, "tool_calls");

    ASSERT_TRUE(told.ok());
    EXPECT_EQ(
        std::get<ToolUseBlock>(told.value().content.at(1)).input,
        readable_input(std::string_view(R"({"x":)"))
    );
    ASSERT_FALSE(unnamed.ok());
    EXPECT_EQ(unnamed.error().kind, FailureKind::Garbled);
    ASSERT_TRUE(cut.ok());
    EXPECT_EQ(cut.value(), (Reply{.content = {TextBlock{"a"}}, .finish = FinishReason::Length}));
}

TEST(OpenAiChatReply, ErrorsWithStatus200AreErrors) {  // P4
    EXPECT_EQ(
        failure_of(R"({"error":{"code":429,"message":"slow down","metadata":{}}})"),
        FailureKind::RateLimited
    );
    EXPECT_EQ(
        failure_of(R"({"choices":[{"message":{"content":"a"},"finish_reason":"error",)"
                   R"("error":{"code":502,"message":"upstream"}}]})"),
        FailureKind::Transient
    );
}

TEST(OpenAiChatReply, WhatIsNoReplyIsGarbled) {  // P1
    for (const auto* body :
         {"",
          "null",
          "[]",
          "{}",
          "<html>",
          R"({"choices":[]})",
          R"({"choices":[{}]})",
          R"({"choices":[null]})",
          R"({"choices":{}})",
          R"({"choices":[{"message":"x"}]})"}) {
        EXPECT_EQ(failure_of(body), FailureKind::Garbled) << body;
    }
}

}  // namespace
}  // namespace fovea::providers::openai_chat
