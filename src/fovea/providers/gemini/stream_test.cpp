#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::gemini {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

std::string chunk(std::string_view parts, std::string_view more = "") {
    return R"(data: {"candidates":[{"content":{"role":"model","parts":[)" + std::string(parts) +
           "]}" + std::string(more) +
           R"(}],"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":2}})" + "\r\n\r\n";
}

const std::string kWhole =
    chunk(R"({"text":"hm","thought":true})") + chunk(R"({"text":"H"})") + chunk(R"({"text":"ü"})") +
    chunk(R"({"functionCall":{"id":"f1","name":"crop","args":{"x":3}},"thoughtSignature":"s"})") +
    chunk(R"({"text":"","thoughtSignature":"t"})", R"(,"finishReason":"STOP")") +
    "data: {\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":7}}\r\n\r\n";

Streamed read(std::string_view text, std::size_t piece = 1 << 20) {
    return stream(*open_stream(), text, piece);
}

FailureKind kind_of(const Streamed& streamed) {
    return streamed.reply.ok() ? FailureKind::BadRequest : streamed.reply.error().kind;
}

TEST(GeminiStream, GivesTheSameReplyHoweverItIsCut) {  // P1
    const Reply expected{
        .content =
            {ThinkingBlock{"hm", "", "gemini"},
             TextBlock{"Hü"},
             ThinkingBlock{"", "s", "gemini"},
             ToolUseBlock{"f1", "crop", R"({"x":3})"},
             ThinkingBlock{"", "t", "gemini"}},
        .finish = FinishReason::ToolCalls,
        .usage = {.input_tokens = 10, .output_tokens = 7}};
    const std::vector<StreamEvent> events = {
        ThinkingDelta{"hm"},
        TextDelta{"H"},
        TextDelta{"ü"},
        ThinkingDelta{"", "s", "gemini"},
        ToolUseStarted{"f1", "crop"},
        ToolInputDelta{"f1", R"({"x":3})"},
        ThinkingDelta{"", "t", "gemini"}};

    for (const std::size_t piece : {1U, 2U, 7U, 100'000U}) {
        const auto streamed = read(kWhole, piece);
        ASSERT_TRUE(streamed.reply.ok()) << streamed.reply.error().message;
        EXPECT_EQ(streamed.reply.value(), expected);
        EXPECT_EQ(streamed.events, events);
    }
}

TEST(GeminiStream, WithoutAReasonToFinishItIsNoReply) {
    const auto end = kWhole.find("finishReason");
    for (std::size_t length = 0; length < end; length += 5) {
        EXPECT_EQ(kind_of(read(kWhole.substr(0, length))), FailureKind::Stream) << length;
    }
}

TEST(GeminiStream, AnErrorInTheMiddleIsAFailureThatStays) {
    const auto reader = open_stream();
    const std::string error =
        "data: {\"error\":{\"code\":503,\"message\":\"busy\",\"status\":\"UNAVAILABLE\"}}\n\n";
    const WireFailure expected{
        .kind = FailureKind::Stream, .status = 503, .message = "busy", .should_retry = true};

    const auto fed = reader->feed(chunk(R"({"text":"a"})") + error);

    ASSERT_FALSE(fed.ok());
    EXPECT_EQ(fed.error(), expected);
    EXPECT_FALSE(reader->feed(kWhole).ok());
    EXPECT_EQ(reader->finish().error(), expected);
}

TEST(GeminiStream, ABlockedPromptEndsTheStream) {
    const auto streamed =
        read("data: {\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"}}\n\n");

    ASSERT_TRUE(streamed.reply.ok());
    EXPECT_EQ(streamed.reply.value().finish, FinishReason::ContentFilter);
}

TEST(GeminiStream, NonsenseIsGarbled) {
    EXPECT_EQ(kind_of(read("data: nonsense\n\n")), FailureKind::Garbled);
    EXPECT_EQ(kind_of(read("data: []\n\n")), FailureKind::Garbled);
    EXPECT_EQ(kind_of(read(chunk(R"({"functionCall":{"args":{}}})"))), FailureKind::Garbled);
    EXPECT_EQ(kind_of(read("data: [DONE]\n\n")), FailureKind::Stream);
}

}  // namespace
}  // namespace fovea::providers::gemini
