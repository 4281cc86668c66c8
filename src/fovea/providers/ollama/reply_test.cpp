#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::ollama {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

FinishReason finish_of(const std::string& more) {
    const auto reply = read_reply(R"({"message":{"content":"a"},"done":true)" + more + "}");
    return reply.ok() ? reply.value().finish : FinishReason::Error;
}

TEST(OllamaReply, ReadsTheMessageFinishAndUsage) {  // P1
    const auto reply = read_reply(
        R"({"model":"m","created_at":"2026-08-21T10:00:00Z","message":{"role":"assistant",)"
        R"("content":"Hi","thinking":"hm","tool_calls":[{"id":"c1","function":{"name":"crop",)"
        R"("arguments":{"x": 3}}},{"id":"c2","function":{"name":"look","arguments":"{\"y\":4}"}}]},)"
        R"("done":true,"done_reason":"stop","prompt_eval_count":26,"eval_count":9})"
    );

    ASSERT_TRUE(reply.ok()) << reply.error().message;
    EXPECT_EQ(
        reply.value(),
        (Reply{
            .content =
                {ThinkingBlock{"hm", "", "ollama"},
                 TextBlock{"Hi"},
                 ToolUseBlock{"c1", "crop", R"({"x":3})"},
                 ToolUseBlock{"c2", "look", R"({"y":4})"}},
            .finish = FinishReason::ToolCalls,
            .usage = {.input_tokens = 26, .output_tokens = 9}})
    );
}

TEST(OllamaReply, NormalisesReasonsToFinish) {
    EXPECT_EQ(finish_of(R"(,"done_reason":"stop")"), FinishReason::Stop);
    EXPECT_EQ(finish_of(R"(,"done_reason":"length")"), FinishReason::Length);
    EXPECT_EQ(finish_of(R"(,"done_reason":"load")"), FinishReason::Other);
    EXPECT_EQ(finish_of(""), FinishReason::Stop);
}

TEST(OllamaReply, CallsWithoutAnIdGetOneThatComesOnce) {
    const auto id = [](const std::string& time, std::size_t index) {
        const auto reply = read_reply(
            R"({"created_at":")" + time +
            R"(","message":{"tool_calls":[{"function":{"name":"f"}},{"function":{"name":"f"}}]},)"
            R"("done":true})"
        );
        return std::get<ToolUseBlock>(reply.value().content[index]).id;
    };

    EXPECT_NE(id("1", 0), id("1", 1));
    EXPECT_NE(id("1", 0), id("2", 0));
    EXPECT_EQ(id("1", 0), id("1", 0));
}

TEST(OllamaReply, WhatIsNoReplyIsGarbled) {
    for (const auto* body : {"", "null", "{}", R"({"message":{"tool_calls":[{"function":{}}]}})"}) {
        const auto reply = read_reply(body);
        ASSERT_FALSE(reply.ok()) << body;
        EXPECT_EQ(reply.error().kind, FailureKind::Garbled) << body;
    }
}

TEST(OllamaReply, ArgumentsThatAreNoObjectAreKeptAsOneThatSaysSo) {
    for (const auto* body :
         {R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":"{"}}]}})",
          R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":[1]}}]}})"}) {
        const auto reply = read_reply(body);
        ASSERT_TRUE(reply.ok()) << body;
        const auto& use = std::get<content::ToolUseBlock>(reply.value().content.at(0));
        EXPECT_TRUE(unreadable_problem(use.input)) << use.input;
    }
}

}  // namespace
}  // namespace fovea::providers::ollama
