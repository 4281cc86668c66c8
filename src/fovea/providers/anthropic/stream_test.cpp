#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/test_dialect.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::anthropic {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

std::string event(std::string_view name, std::string_view data) {
    return "event: " + std::string(name) + "\ndata: " + std::string(data) + "\n\n";
}

std::string start(int index, std::string_view block) {
    return event(
        "content_block_start",
        R"({"type":"content_block_start","index":)" + std::to_string(index) +
            R"(,"content_block":)" + std::string(block) + "}"
    );
}

std::string delta(int index, std::string_view piece) {
    return event(
        "content_block_delta",
        R"({"type":"content_block_delta","index":)" + std::to_string(index) + R"(,"delta":)" +
            std::string(piece) + "}"
    );
}

const std::string kBegin = event(
    "message_start",
    R"({"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":25,)"
    R"("cache_read_input_tokens":5,"output_tokens":1}}})"
);

std::string end(std::string_view reason) {
    return event(
               "message_delta",
               R"({"type":"message_delta","delta":{"stop_reason":")" + std::string(reason) +
                   R"("},"usage":{"output_tokens":15}})"
           ) +
           event("message_stop", R"({"type":"message_stop"})");
}

const std::string kWhole =
    kBegin + start(0, R"({"type":"thinking","thinking":""})") +
    delta(0, R"({"type":"thinking_delta","thinking":"hm"})") +
    delta(0, R"({"type":"signature_delta","signature":"sig"})") +
    event("content_block_stop", R"({"type":"content_block_stop","index":0})") +
    start(1, R"({"type":"text","text":""})") + event("ping", R"({"type":"ping"})") +
    delta(1, R"({"type":"text_delta","text":"H"})") +
    delta(1, R"({"type":"text_delta","text":"ü"})") +
    delta(1, R"({"type":"citations_delta","citation":{}})") +
    event("something_new", R"({"type":"something_new"})") +
    start(2, R"({"type":"tool_use","id":"toolu_1","name":"crop","input":{}})") +
    delta(2, R"({"type":"input_json_delta","partial_json":""})") +
    delta(2, R"({"type":"input_json_delta","partial_json":"{\"x\":"})") +
    delta(2, R"({"type":"input_json_delta","partial_json":"3}"})") +
    start(3, R"({"type":"redacted_thinking","data":"Zm9v"})") +
    start(4, R"({"type":"tool_use","id":"toolu_2","name":"look","input":{}})") +
    start(5, R"({"type":"web_search_tool_result","content":[]})") + end("tool_use");

Streamed read(std::string_view text, std::size_t piece = 1 << 20) {
    return stream(*open_stream(), text, piece);
}

FailureKind kind_of(const Streamed& streamed) {
    return streamed.reply.ok() ? FailureKind::BadRequest : streamed.reply.error().kind;
}

TEST(AnthropicStream, GivesTheSameReplyHoweverItIsCut) {  // P1
    const Reply expected{
        .content =
            {ThinkingBlock{"hm", "sig", "anthropic"},
             TextBlock{"Hü"},
             ToolUseBlock{"toolu_1", "crop", R"({"x":3})"},
             ThinkingBlock{"", "redacted_thinking:Zm9v", "anthropic"},
             ToolUseBlock{"toolu_2", "look", "{}"}},
        .finish = FinishReason::ToolCalls,
        .usage = {.input_tokens = 30, .output_tokens = 15, .cache_read_tokens = 5}};
    const std::vector<StreamEvent> events = {
        ThinkingDelta{"hm"},
        ThinkingDelta{"", "sig", "anthropic"},
        TextDelta{"H"},
        TextDelta{"ü"},
        ToolUseStarted{"toolu_1", "crop"},
        ToolInputDelta{"toolu_1", "{\"x\":"},
        ToolInputDelta{"toolu_1", "3}"},
        ThinkingDelta{"", "redacted_thinking:Zm9v", "anthropic"},
        ToolUseStarted{"toolu_2", "look"}};

    for (const std::size_t piece : {1U, 2U, 7U, 100'000U}) {
        const auto streamed = read(kWhole, piece);
        ASSERT_TRUE(streamed.reply.ok()) << streamed.reply.error().message;
        EXPECT_EQ(streamed.reply.value(), expected);
        EXPECT_EQ(streamed.events, events);
    }
}

TEST(AnthropicStream, CutAnywhereItIsNoReply) {
    for (std::size_t length = 0; length + 3 < kWhole.size(); length += 5) {
        EXPECT_EQ(kind_of(read(kWhole.substr(0, length))), FailureKind::Stream) << length;
    }
    EXPECT_TRUE(read(kWhole.substr(0, kWhole.size() - 2)).reply.ok()
    );  // without the last blank line
}

TEST(AnthropicStream, AnErrorInTheMiddleIsAFailureThatStays) {
    const auto reader = open_stream();
    const auto error = event(
        "error", R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"
    );
    const WireFailure expected{
        .kind = FailureKind::Stream, .status = 529, .message = "Overloaded", .should_retry = true};

    const auto fed = reader->feed(kBegin + error);

    ASSERT_FALSE(fed.ok());
    EXPECT_EQ(fed.error(), expected);
    EXPECT_FALSE(reader->feed(end("end_turn")).ok());
    ASSERT_FALSE(reader->finish().ok());
    EXPECT_EQ(reader->finish().error(), expected);
}

TEST(AnthropicStream, ArgumentsThatAreNoObjectAreKeptAsOneThatSaysSo) {
    const auto call = start(0, R"({"type":"tool_use","id":"t","name":"f","input":{}})");
    const auto half = delta(0, R"({"type":"input_json_delta","partial_json":"{\"x\":"})");
    const auto list = delta(0, R"({"type":"input_json_delta","partial_json":"[1]"})");

    for (const auto& [delta, written] : {std::pair(half, R"({"x":)"), std::pair(list, "[1]")}) {
        const auto streamed = read(kBegin + call + delta + end("tool_use"));

        ASSERT_TRUE(streamed.reply.ok());
        const auto& use = std::get<content::ToolUseBlock>(streamed.reply.value().content.at(0));
        EXPECT_EQ(use.input, readable_input(std::string_view(written)));
        EXPECT_TRUE(unreadable_problem(use.input));
        EXPECT_EQ(streamed.reply.value().finish, FinishReason::ToolCalls);
    }
}

TEST(AnthropicStream, HalfACallAtTheLimitIsLeftOut) {
    const auto streamed = read(
        kBegin + start(0, R"({"type":"text","text":"a"})") +
        start(1, R"({"type":"tool_use","id":"t","name":"f","input":{}})") +
        delta(1, R"({"type":"input_json_delta","partial_json":"{\"x\":"})") + end("max_tokens")
    );

    ASSERT_TRUE(streamed.reply.ok());
    EXPECT_EQ(streamed.reply.value().content, (std::vector<content::ContentBlock>{TextBlock{"a"}}));
    EXPECT_EQ(streamed.reply.value().finish, FinishReason::Length);
}

TEST(AnthropicStream, NonsenseIsGarbled) {
    EXPECT_EQ(kind_of(read("data: nonsense\n\n")), FailureKind::Garbled);
    EXPECT_EQ(kind_of(read(delta(3, R"({"type":"text_delta","text":"a"})"))), FailureKind::Garbled);
    const auto text = start(0, R"({"type":"text","text":""})");
    EXPECT_EQ(kind_of(read(text + text)), FailureKind::Garbled);
}

}  // namespace
}  // namespace fovea::providers::anthropic
