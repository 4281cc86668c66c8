#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::anthropic {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

FinishReason finish_of(const std::string& reason) {
    const auto reply = read_reply(R"({"content":[],"stop_reason":)" + reason + "}");
    return reply.ok() ? reply.value().finish : FinishReason::Error;
}

TEST(AnthropicReply, ReadsBlocksFinishAndUsage) {  // P1
    const auto reply = read_reply(
        R"({"id":"msg_1","type":"message","role":"assistant","content":[)"
        R"({"type":"thinking","thinking":"hm","signature":"sig"},)"
        R"({"type":"redacted_thinking","data":"Zm9v"},)"
        R"({"type":"server_tool_use","id":"s"},{"type":"text","text":""},)"
        R"({"type":"text","text":"Grüße"},)"
        R"({"type":"tool_use","id":"toolu_1","name":"crop","input":{"x": 3}}],)"
        R"("stop_reason":"tool_use","usage":{"input_tokens":12,"cache_creation_input_tokens":2048,)"
        R"("cache_read_input_tokens":100,"cache_creation":{"ephemeral_5m_input_tokens":2000,)"
        R"("ephemeral_1h_input_tokens":48},"output_tokens":40,)"
        R"("output_tokens_details":{"thinking_tokens":7}}})"
    );

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(
        reply.value(),
        (Reply{
            .content =
                {ThinkingBlock{"hm", "sig", "anthropic"},
                 ThinkingBlock{"", "redacted_thinking:Zm9v", "anthropic"},
                 TextBlock{"Grüße"},
                 ToolUseBlock{"toolu_1", "crop", R"({"x":3})"}},
            .finish = FinishReason::ToolCalls,
            .usage =
                {.input_tokens = 2160,
                 .output_tokens = 40,
                 .cache_read_tokens = 100,
                 .cache_write_tokens = 2000,
                 .cache_write_long_tokens = 48,
                 .reasoning_tokens = 7}})
    );
}

TEST(AnthropicReply, NormalisesReasonsToFinish) {
    EXPECT_EQ(finish_of(R"("end_turn")"), FinishReason::Stop);
    EXPECT_EQ(finish_of(R"("stop_sequence")"), FinishReason::Stop);
    EXPECT_EQ(finish_of(R"("tool_use")"), FinishReason::ToolCalls);
    EXPECT_EQ(finish_of(R"("max_tokens")"), FinishReason::Length);
    EXPECT_EQ(finish_of(R"("model_context_window_exceeded")"), FinishReason::Length);
    EXPECT_EQ(finish_of(R"("refusal")"), FinishReason::ContentFilter);
    EXPECT_EQ(finish_of(R"("pause_turn")"), FinishReason::Pause);
    EXPECT_EQ(finish_of(R"("something new")"), FinishReason::Other);
    EXPECT_EQ(finish_of("null"), FinishReason::Other);
}

TEST(AnthropicReply, WhatIsNoReplyIsGarbled) {
    for (const auto* body :
         {"",
          "null",
          "[]",
          "<html>",
          "{}",
          R"({"content":"text"})",
          R"({"content":[{"type":"text","text":"a")"}) {
        const auto reply = read_reply(body);
        ASSERT_FALSE(reply.ok()) << body;
        EXPECT_EQ(reply.error().kind, FailureKind::Garbled) << body;
    }
}

TEST(AnthropicReply, ArgumentsThatAreNoObjectAreKeptAsOneThatSaysSo) {
    const auto reply = read_reply(R"({"content":[{"type":"tool_use","name":"f","input":[1]}]})");

    ASSERT_TRUE(reply.ok());
    const auto& use = std::get<content::ToolUseBlock>(reply.value().content.at(0));
    EXPECT_TRUE(unreadable_problem(use.input)) << use.input;
}

TEST(AnthropicReply, AnErrorUnderStatus200IsAFailure) {
    const auto reply =
        read_reply(R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"
        );

    ASSERT_FALSE(reply.ok());
    EXPECT_EQ(
        reply.error(),
        (WireFailure{
            .kind = FailureKind::Stream,
            .status = 529,
            .message = "Overloaded",
            .should_retry = true})
    );
}

}  // namespace
}  // namespace fovea::providers::anthropic
