#include "fovea/providers/openai_responses/openai_responses.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::openai_responses {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

struct Read {
    std::vector<StreamEvent> events;
    Result<Reply, WireFailure> reply;
};

Read read(std::string_view stream, std::size_t piece) {
    const auto reader = open_stream();
    Read read{{}, Reply{}};
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        auto events = reader->feed(stream.substr(at, piece));
        if (!events.ok()) break;
        for (auto& event : events.value()) read.events.push_back(std::move(event));
    }
    read.reply = reader->finish();
    return read;
}

FailureKind failure_of(std::string_view stream) {
    const auto reply = read(stream, stream.size() + 1).reply;
    EXPECT_FALSE(reply.ok()) << stream;
    return reply.ok() ? FailureKind::BadRequest : reply.error().kind;
}

std::string event(const std::string& type, const std::string& fields = "") {
    return "event: " + type + "\ndata: {\"type\":\"" + type + "\",\"sequence_number\":1" +
           (fields.empty() ? "" : "," + fields) + "}\n\n";
}

const std::string kReasoning =
    R"({"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"},)"
    R"({"type":"summary_text","text":"so"}],"encrypted_content":"gAAA="})";
const std::string kMessage =
    R"({"type":"message","id":"msg_1","content":[{"type":"output_text","text":"Hi ü"}]})";
const std::string kCall = R"({"type":"function_call","id":"fc_1","call_id":"call_1","name":"crop",)"
                          R"("arguments":"{\"x\":3}"})";

std::string items() {
    return event("response.created", R"("response":{"id":"resp_1","error":null,"output":[]})") +
           event("response.queued") + event("response.in_progress", R"("response":{})") +
           event(
               "response.output_item.added",
               R"("output_index":0,"item":{"type":"reasoning","id":"rs_1","summary":[]})"
           ) +
           event("response.reasoning_summary_part.added", R"("summary_index":0)") +
           event("response.reasoning_summary_text.delta", R"("output_index":0,"delta":"hm")") +
           event("response.reasoning_summary_text.done", R"("text":"hm")") +
           event("response.reasoning_summary_part.added", R"("summary_index":1)") +
           event("response.reasoning_summary_text.delta", R"("output_index":0,"delta":"so")") +
           event("response.output_item.done", R"("output_index":0,"item":)" + kReasoning) +
           event(
               "response.output_item.added",
               R"("output_index":1,"item":{"type":"message","id":"msg_1","content":[]})"
           ) +
           event("response.content_part.added", R"("output_index":1)") +
           event("response.output_text.delta", R"("output_index":1,"delta":"Hi")") +
           event("response.output_text.delta", R"("output_index":1,"delta":" ü")") +
           event("response.output_text.annotation.added", R"("output_index":1)") +
           event("response.output_text.done", R"("output_index":1,"text":"Hi ü")") +
           event("response.content_part.done", R"("output_index":1)") +
           event("response.output_item.done", R"("output_index":1,"item":)" + kMessage) +
           event(
               "response.output_item.added",
               R"("output_index":2,"item":{"type":"function_call","id":"fc_1",)"
               R"("call_id":"call_1","name":"crop","arguments":""})"
           ) +
           event("response.function_call_arguments.delta", R"("output_index":2,"delta":"{\"x\"")") +
           event("response.function_call_arguments.delta", R"("output_index":2,"delta":":3}")") +
           event(
               "response.function_call_arguments.done",
               R"("output_index":2,"arguments":"{\"x\":3}")"
           ) +
           event("response.output_item.done", R"("output_index":2,"item":)" + kCall) +
           event("response.never.seen", R"("x":1)");
}

std::string completed(const std::string& output) {
    return event(
        "response.completed",
        R"("response":{"id":"resp_1","status":"completed","error":null,"output":[)" + output +
            R"(],"usage":{"input_tokens":9,"output_tokens":3}})"
    );
}

const Reply kReply = {
    .content =
        {ThinkingBlock{"hm\n\nso", "gAAA=", "openai_responses"},
         TextBlock{"Hi ü"},
         ToolUseBlock{"call_1", "crop", R"({"x":3})"}},
    .finish = FinishReason::ToolCalls,
    .usage = {.input_tokens = 9, .output_tokens = 3}};

TEST(OpenAiResponsesStream, IsTheSameInPiecesOfAnySize) {  // P1
    const std::vector<StreamEvent> events = {
        ThinkingDelta{"hm"},
        ThinkingDelta{"\n\n"},
        ThinkingDelta{"so"},
        ThinkingDelta{"", "gAAA=", "openai_responses"},
        TextDelta{"Hi"},
        TextDelta{" ü"},
        ToolUseStarted{"call_1", "crop"},
        ToolInputDelta{"call_1", R"({"x")"},
        ToolInputDelta{"call_1", ":3}"}};
    const auto stream = items() + completed(kReasoning + "," + kMessage + "," + kCall);

    for (const std::size_t piece : {std::size_t{1}, std::size_t{11}, stream.size()}) {
        const auto got = read(stream, piece);
        EXPECT_EQ(got.events, events) << piece;
        ASSERT_TRUE(got.reply.ok()) << piece;
        EXPECT_EQ(got.reply.value(), kReply) << piece;
    }
}

TEST(OpenAiResponsesStream, ItemsCountWhereTheEndDoesNotRepeatThem) {  // P1
    const auto got = read(items() + completed("") + "data: [DONE]\n\n", 100);

    ASSERT_TRUE(got.reply.ok());
    EXPECT_EQ(got.reply.value(), kReply);
}

TEST(OpenAiResponsesStream, ArgumentsThatComeAtOnceAreShownToo) {  // P1
    const auto got = read(
        event(
            "response.output_item.added",
            R"("output_index":0,"item":{"type":"function_call","call_id":"c","name":"t"})"
        ) + event("response.function_call_arguments.done", R"("output_index":0,"arguments":"{}")") +
            event("response.function_call_arguments.delta", R"("output_index":7,"delta":"{")"),
        100
    );

    EXPECT_EQ(
        got.events, (std::vector<StreamEvent>{ToolUseStarted{"c", "t"}, ToolInputDelta{"c", "{}"}})
    );
}

TEST(OpenAiResponsesStream, EndsThatAreNoSuccess) {  // P4
    const auto incomplete = read(
        items() + event(
                      "response.incomplete",
                      R"("response":{"status":"incomplete","incomplete_details":)"
                      R"({"reason":"max_output_tokens"},"output":[)" +
                          kMessage + "]}"
                  ),
        100
    );

    ASSERT_TRUE(incomplete.reply.ok());
    EXPECT_EQ(
        incomplete.reply.value(),
        (Reply{.content = {TextBlock{"Hi ü"}}, .finish = FinishReason::Length})
    );
    EXPECT_EQ(
        failure_of(event(
            "response.failed",
            R"("response":{"status":"failed","error":{"code":"server_error","message":"x"}})"
        )),
        FailureKind::Stream
    );
    EXPECT_EQ(
        failure_of(event(
            "response.failed",
            R"("response":{"error":{"code":"invalid_image_format","message":"x"}})"
        )),
        FailureKind::ImageRejected
    );
    EXPECT_EQ(
        failure_of(event("response.failed", R"("response":{"status":"failed"})")),
        FailureKind::Stream
    );
    EXPECT_EQ(
        failure_of(
            items() + event("error", R"("code":"rate_limit_exceeded","message":"x","param":null)")
        ),
        FailureKind::RateLimited
    );
    EXPECT_EQ(failure_of(event("error", R"("code":null,"message":"x")")), FailureKind::Stream);
}

TEST(OpenAiResponsesStream, WithoutAnEndItIsBroken) {  // P4
    EXPECT_EQ(failure_of(items()), FailureKind::Stream);
    EXPECT_EQ(failure_of(""), FailureKind::Stream);
    EXPECT_EQ(failure_of(items() + "data: [DONE]\n\n"), FailureKind::Stream);
    EXPECT_EQ(failure_of(items() + "event: response.completed\ndata: {\"ty"), FailureKind::Stream);
    EXPECT_EQ(failure_of(event("response.completed")), FailureKind::Garbled);
    EXPECT_EQ(failure_of("data: {broken\n\n"), FailureKind::Garbled);
}

TEST(OpenAiResponsesStream, AnAnswerThatIsNoStreamIsReadWhole) {  // P1
    const auto got = read(R"({"status":"completed","output":[)" + kMessage + "]}", 9);

    ASSERT_TRUE(got.reply.ok());
    EXPECT_EQ(got.reply.value(), (Reply{.content = {TextBlock{"Hi ü"}}}));
}

TEST(OpenAiResponsesStream, RefusalsAreShown) {  // P1
    const auto got = read(event("response.refusal.delta", R"("delta":"No.")"), 9);

    EXPECT_EQ(got.events, (std::vector<StreamEvent>{TextDelta{"No."}}));
}

}  // namespace
}  // namespace fovea::providers::openai_responses
