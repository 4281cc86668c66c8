#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::openai_chat {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

struct Read {
    std::vector<StreamEvent> events;
    Result<Reply, WireFailure> reply;
};

Read read(std::string_view stream, std::size_t piece) {
    const auto reader = open_stream(kKind);
    Read read{{}, Reply{}};
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        auto events = reader->feed(stream.substr(at, piece));
        if (!events.ok()) break;
        for (auto& event : events.value()) read.events.push_back(std::move(event));
    }
    read.reply = reader->finish();
    return read;
}

Result<Reply, WireFailure> reply_of(std::string_view stream) {
    return read(stream, stream.size() + 1).reply;
}

FailureKind failure_of(std::string_view stream) {
    const auto reply = reply_of(stream);
    EXPECT_FALSE(reply.ok()) << stream;
    return reply.ok() ? FailureKind::BadRequest : reply.error().kind;
}

std::string chunk(const std::string& delta, const std::string& finish = "null") {
    return R"(data: {"id":"c1","object":"chat.completion.chunk","choices":[{"index":0,"delta":)" +
           delta + R"(,"finish_reason":)" + finish + "}]}\n\n";
}

const std::string kStream =
    ": OPENROUTER PROCESSING\n\n" + chunk(R"({"role":"assistant","content":""})") +
    chunk(R"({"reasoning_content":"hm"})") + chunk(R"({"content":"H\u00e4"})") +
    chunk(R"({"content":"i ü","obfuscation":"xyz"})") +
    chunk(R"({"tool_calls":[{"index":0,"id":"call_1","type":"function",)"
          R"("function":{"name":"crop","arguments":""}}]})") +
    chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"{\"x\":"}}]})") +
    chunk(
        R"({"tool_calls":[{"index":1,"id":"call_2","function":{"name":"zoom","arguments":"{}"}}]})"
    ) +
    chunk(R"({"tool_calls":[{"index":0,"function":{"arguments":"3}"}}]})") +
    chunk("{}", R"("tool_calls")") +
    R"(data: {"id":"c1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}})"
    "\n\ndata: [DONE]\n\n";

TEST(OpenAiChatStream, IsTheSameInPiecesOfAnySize) {  // P1
    const std::vector<StreamEvent> events = {
        ThinkingDelta{"hm", "", "openai_chat"},
        TextDelta{"Hä"},
        TextDelta{"i ü"},
        ToolUseStarted{"call_1", "crop"},
        ToolInputDelta{"call_1", R"({"x":)"},
        ToolUseStarted{"call_2", "zoom"},
        ToolInputDelta{"call_2", "{}"},
        ToolInputDelta{"call_1", "3}"}};
    const Reply reply{
        .content =
            {ThinkingBlock{"hm", "", "openai_chat"},
             TextBlock{"Häi ü"},
             ToolUseBlock{"call_1", "crop", R"({"x":3})"},
             ToolUseBlock{"call_2", "zoom", "{}"}},
        .finish = FinishReason::ToolCalls,
        .usage = {.input_tokens = 9, .output_tokens = 3}};

    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, kStream.size()}) {
        const auto got = read(kStream, piece);
        EXPECT_EQ(got.events, events) << piece;
        ASSERT_TRUE(got.reply.ok()) << piece;
        EXPECT_EQ(got.reply.value(), reply) << piece;
    }
}

TEST(OpenAiChatStream, NeedsAnEndButNotDone) {  // P1
    const auto text = chunk(R"({"content":"a"})");

    const auto finished = reply_of(text + chunk("{}", R"("stop")"));
    const auto unterminated = reply_of(text + R"(data: {"choices":[{"finish_reason":"stop"}]})");
    const auto only_done = reply_of(text + "data: [DONE]\n\ndata: {broken\n\n");

    ASSERT_TRUE(finished.ok() && unterminated.ok() && only_done.ok());
    EXPECT_EQ(finished.value().finish, FinishReason::Stop);
    EXPECT_EQ(unterminated.value().finish, FinishReason::Stop);
    EXPECT_EQ(only_done.value().finish, FinishReason::Other);
    EXPECT_EQ(failure_of(text), FailureKind::Stream);
    EXPECT_EQ(failure_of(text + R"(data: {"choices":[{"del)"), FailureKind::Stream);
    EXPECT_EQ(failure_of(""), FailureKind::Stream);
}

TEST(OpenAiChatStream, ErrorsInTheMiddleAreErrors) {  // P4
    const auto text = chunk(R"({"content":"a"})");

    EXPECT_EQ(
        failure_of(text + "data: {\"error\":{\"message\":\"x\",\"type\":\"server_error\"}}\n\n"),
        FailureKind::Stream
    );
    EXPECT_EQ(
        failure_of(
            text + R"(data: {"id":"g","error":{"code":"rate_limit_exceeded","message":"slow"},)"
                   R"("choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]})"
                   "\n\n"
        ),
        FailureKind::RateLimited
    );
    EXPECT_EQ(failure_of(text + chunk("{}", R"("error")")), FailureKind::Stream);
    EXPECT_EQ(failure_of("event: error\ndata: {\"message\":\"x\"}\n\n"), FailureKind::Stream);
    EXPECT_EQ(failure_of(text + "data: {broken\n\n"), FailureKind::Garbled);
}

TEST(OpenAiChatStream, StaysFailed) {  // P4
    const auto reader = open_stream(kKind);

    EXPECT_FALSE(reader->feed("data: {broken\n\n").ok());
    EXPECT_FALSE(reader->feed(chunk("{}", R"("stop")")).ok());
    EXPECT_FALSE(reader->finish().ok());
}

TEST(OpenAiChatStream, AnAnswerThatIsNoStreamIsReadWhole) {  // P1
    const auto reply =
        read(R"( {"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]})", 3);
    const auto error = read(R"({"error":{"code":402,"message":"no credits"}})", 3);

    ASSERT_TRUE(reply.reply.ok());
    EXPECT_EQ(reply.reply.value(), (Reply{.content = {TextBlock{"a"}}}));
    ASSERT_FALSE(error.reply.ok());
    EXPECT_EQ(error.reply.error().kind, FailureKind::Quota);
}

TEST(OpenAiChatStream, CallsAreKeptApartWhereTheIndexDoesNotTell) {  // P1
    const auto by_id = reply_of(
        chunk(R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"x","arguments":"{}"}}]})") +
        chunk(R"({"tool_calls":[{"index":0,"id":"b","function":{"name":"y","arguments":"{}"}}]})") +
        chunk("{}", R"("tool_calls")")
    );
    const auto by_name = reply_of(
        chunk(R"({"tool_calls":[{"function":{"name":"x","arguments":{"k":1}}},)"
              R"({"function":{"name":"y","arguments":"{}"}}]})") +
        chunk("{}", R"("stop")")
    );

    ASSERT_TRUE(by_id.ok() && by_name.ok());
    EXPECT_EQ(
        by_id.value().content,
        (std::vector<content::ContentBlock>{
            ToolUseBlock{"a", "x", "{}"}, ToolUseBlock{"b", "y", "{}"}})
    );
    ASSERT_EQ(by_name.value().content.size(), 2U);
    EXPECT_EQ(std::get<ToolUseBlock>(by_name.value().content[0]).input, R"({"k":1})");
    EXPECT_NE(
        std::get<ToolUseBlock>(by_name.value().content[0]).id,
        std::get<ToolUseBlock>(by_name.value().content[1]).id
    );
}

TEST(OpenAiChatStream, BrokenArgumentsAreToldAndCutOnesLeftOut) {  // P1
    const auto call = chunk(R"({"content":"a","tool_calls":[{"index":0,"id":"a","function":)"
                            R"({"name":"x","arguments":"{\"k\":"}}]})");

    const auto told = reply_of(call + chunk("{}", R"("tool_calls")"));
    ASSERT_TRUE(told.ok());
    EXPECT_TRUE(unreadable_problem(std::get<ToolUseBlock>(told.value().content.at(1)).input));
    const auto cut = reply_of(call + chunk("{}", R"("length")"));
    ASSERT_TRUE(cut.ok());
    EXPECT_EQ(cut.value(), (Reply{.content = {TextBlock{"a"}}, .finish = FinishReason::Length}));
}

TEST(OpenAiChatStream, RefusalsAreShownAndOtherChoicesAreNot) {  // P1
    const auto got = read(
        chunk(R"({"refusal":"No."})") +
            "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}\n\n" +
            chunk("{}", R"("stop")"),
        5
    );

    EXPECT_EQ(got.events, (std::vector<StreamEvent>{TextDelta{"No."}}));
    ASSERT_TRUE(got.reply.ok());
    EXPECT_EQ(got.reply.value().finish, FinishReason::ContentFilter);
}

TEST(OpenAiChatStream, CallsWithoutEndAreRefused) {  // P1
    std::string stream;
    for (int i = 0; i < 1200; ++i) {
        stream += chunk(R"({"tool_calls":[{"index":)" + std::to_string(i) + "}]}");
    }

    EXPECT_EQ(failure_of(stream), FailureKind::Garbled);
}

}  // namespace
}  // namespace fovea::providers::openai_chat
