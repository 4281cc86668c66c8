#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::ollama {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

std::string line(std::string_view message) {
    return R"({"model":"m","created_at":"t","message":)" + std::string(message) +
           ",\"done\":false}\n";
}

const std::string kWhole =
    line(R"({"role":"assistant","content":"","thinking":"hm"})") +
    line(R"({"role":"assistant","content":"H"})") + line(R"({"role":"assistant","content":"ü"})") +
    line(
        R"({"content":"","tool_calls":[{"id":"c1","function":{"name":"crop","arguments":{"x":3}}}]})"
    ) +
    R"({"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",)"
    R"("total_duration":5,"prompt_eval_count":26,"eval_count":9})"
    "\n";

Streamed read(std::string_view text, std::size_t piece = 1 << 20) {
    return stream(*open_stream(), text, piece);
}

FailureKind kind_of(const Streamed& streamed) {
    return streamed.reply.ok() ? FailureKind::BadRequest : streamed.reply.error().kind;
}

TEST(OllamaStream, GivesTheSameReplyHoweverItIsCut) {  // P1
    const Reply expected{
        .content =
            {ThinkingBlock{"hm", "", "ollama"},
             TextBlock{"Hü"},
             ToolUseBlock{"c1", "crop", R"({"x":3})"}},
        .finish = FinishReason::ToolCalls,
        .usage = {.input_tokens = 26, .output_tokens = 9}};
    const std::vector<StreamEvent> events = {
        ThinkingDelta{"hm", "", "ollama"},
        TextDelta{"H"},
        TextDelta{"ü"},
        ToolUseStarted{"c1", "crop"},
        ToolInputDelta{"c1", R"({"x":3})"}};

    for (const std::size_t piece : {1U, 2U, 7U, 100'000U}) {
        const auto streamed = read(kWhole, piece);
        ASSERT_TRUE(streamed.reply.ok()) << streamed.reply.error().message;
        EXPECT_EQ(streamed.reply.value(), expected);
        EXPECT_EQ(streamed.events, events);
    }
}

TEST(OllamaStream, CutAnywhereItIsNoReply) {
    for (std::size_t length = 0; length + 2 < kWhole.size(); length += 5) {
        EXPECT_EQ(kind_of(read(kWhole.substr(0, length))), FailureKind::Stream) << length;
    }
    EXPECT_TRUE(read(kWhole.substr(0, kWhole.size() - 1)).reply.ok());  // without the last newline
}

TEST(OllamaStream, AnErrorInTheMiddleIsAFailureThatStays) {
    const auto reader = open_stream();
    const WireFailure expected{.kind = FailureKind::Stream, .message = "model runner stopped"};

    const auto fed =
        reader->feed(line(R"({"content":"a"})") + "{\"error\":\"model runner stopped\"}\n");

    ASSERT_FALSE(fed.ok());
    EXPECT_EQ(fed.error(), expected);
    EXPECT_FALSE(reader->feed(kWhole).ok());
    EXPECT_EQ(reader->finish().error(), expected);
}

TEST(OllamaStream, NonsenseIsGarbled) {
    EXPECT_EQ(kind_of(read("nonsense\n")), FailureKind::Garbled);
    EXPECT_EQ(kind_of(read("[]\n")), FailureKind::Garbled);
    EXPECT_EQ(
        kind_of(read(line(R"({"tool_calls":[{"function":{"arguments":{}}}]})"))),
        FailureKind::Garbled
    );
}

}  // namespace
}  // namespace fovea::providers::ollama
