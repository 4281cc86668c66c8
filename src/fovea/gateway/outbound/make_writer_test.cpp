// What the writers write, read again by our own readers of each dialect.
#include "fovea/gateway/outbound/make_writer.hpp"

#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/signature.hpp"
#include "fovea/providers/dialects.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;
using providers::FinishReason;
using providers::Reply;
using providers::StreamEvent;
using ::testing::HasSubstr;
using ::testing::Not;

const Reply kReply = {
    .content =
        {ThinkingBlock{"hm", "sig", "gemini"},
         TextBlock{"Hi \"ü\"\n"},
         ToolUseBlock{"call_1", "shot", R"({"x":[1]})"},
         ToolUseBlock{"call_2", "crop", "{}"}},
    .finish = FinishReason::ToolCalls,
    .usage = {
        .input_tokens = 30,
        .output_tokens = 9,
        .cache_read_tokens = 12,
        .cache_write_tokens = 5,
        .reasoning_tokens = 4}};

std::vector<StreamEvent> events_of(const Reply& reply) {
    std::vector<StreamEvent> events;
    for (const auto& block : reply.content) {
        for (auto& piece : pieces_of(block)) events.push_back(std::move(piece));
    }
    return events;
}

class GatewayWriters : public ::testing::TestWithParam<Dialect> {
protected:
    std::string whole(const Reply& reply) { return writer()->whole(reply); }

    std::string streamed(const Reply& reply, const std::vector<StreamEvent>& events) {
        request_.streams = true;
        const auto writing = writer();
        auto text = writing->begin() + writing->ping();
        for (const auto& event : events) text += writing->event(event) + writing->ping();
        return text + writing->end(reply);
    }

    std::unique_ptr<ReplyWriter> writer() { return make_writer(GetParam(), request_, {.id = "1"}); }

    std::unique_ptr<providers::Dialect> reader() {
        return providers::make_dialect(name_of(GetParam())).value();
    }

    // What the client's dialect can carry of a reply.
    Reply seen(Reply reply) const {
        const bool chat = GetParam() == Dialect::OpenaiChat;
        const bool ollama = GetParam() == Dialect::Ollama;
        for (auto& block : reply.content) {
            auto* thinking = std::get_if<ThinkingBlock>(&block);
            if (thinking == nullptr) continue;
            thinking->signature =
                chat || ollama ? std::string() : signature_for(GetParam(), *thinking);
            thinking->provider = name_of(GetParam());
        }
        auto& usage = reply.usage;
        if (ollama) usage = {.input_tokens = 30, .output_tokens = 9};
        if (GetParam() == Dialect::Anthropic) usage.reasoning_tokens = 0;
        return reply;
    }

    ParsedRequest request_{.model = "m", .wants_usage = true};
};

TEST_P(GatewayWriters, AWholeAnswerMeansTheSame) {  // D4
    const auto read = reader()->read_reply(whole(kReply));

    ASSERT_TRUE(read.ok()) << read.error().message << whole(kReply);
    EXPECT_EQ(read.value(), seen(kReply)) << whole(kReply);
}

TEST_P(GatewayWriters, AStreamMeansTheSame) {  // D4
    const auto text = streamed(kReply, events_of(kReply));
    const auto stream = reader()->open_stream();
    std::vector<StreamEvent> events;
    for (std::size_t at = 0; at < text.size(); at += 100) {
        auto more = stream->feed(std::string_view(text).substr(at, 100));
        ASSERT_TRUE(more.ok()) << more.error().message << text;
        events.insert(events.end(), more.value().begin(), more.value().end());
    }
    const auto read = stream->finish();

    ASSERT_TRUE(read.ok()) << read.error().message << text;
    EXPECT_EQ(read.value(), seen(kReply)) << text;
    EXPECT_GE(events.size(), 6U);
}

TEST_P(GatewayWriters, AnAnswerThatCameWholeIsStreamedAllTheSame) {  // D4
    const auto stream = reader()->open_stream();
    ASSERT_TRUE(stream->feed(streamed(kReply, {})).ok());
    const auto read = stream->finish();

    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value(), seen(kReply));
}

TEST_P(GatewayWriters, EndsAreToldInTheWordsOfTheDialect) {  // D4
    for (const auto finish : {FinishReason::Stop, FinishReason::Length}) {
        const Reply reply{.content = {TextBlock{"Hi"}}, .finish = finish};
        const auto stream = reader()->open_stream();
        ASSERT_TRUE(stream->feed(streamed(reply, events_of(reply))).ok());
        const auto read = stream->finish();
        ASSERT_TRUE(read.ok());
        EXPECT_EQ(read.value().finish, finish);
        request_.streams = false;
        EXPECT_EQ(reader()->read_reply(whole(reply)).value().finish, finish);
    }
}

TEST_P(GatewayWriters, AnAnswerOfNothingIsOneToo) {  // D4
    const Reply nothing{.finish = FinishReason::Stop};
    const auto read = reader()->read_reply(whole(nothing));

    ASSERT_TRUE(read.ok()) << whole(nothing);
    EXPECT_TRUE(read.value().content.empty());
}

TEST_P(GatewayWriters, ACallWithoutArgumentsHasAnEmptyObject) {  // D4
    const Reply reply{
        .content = {ToolUseBlock{"call_1", "shot", "{}"}}, .finish = FinishReason::ToolCalls};
    const auto stream = reader()->open_stream();
    ASSERT_TRUE(stream->feed(streamed(reply, {providers::ToolUseStarted{"call_1", "shot"}})).ok());
    const auto read = stream->finish();

    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().content, reply.content);
}

TEST_P(GatewayWriters, AFailureInMidStreamReachesTheClient) {  // D4
    request_.streams = true;
    const auto writing = writer();
    const auto text = writing->begin() + writing->event(providers::TextDelta{"Hi"}) +
                      writing->fail({.status = 529, .message = "Too busy."});
    const auto stream = reader()->open_stream();
    const bool fed = stream->feed(text).ok();
    const auto read = stream->finish();

    EXPECT_FALSE(fed && read.ok()) << text;
    EXPECT_THAT(read.error().message, HasSubstr("Too busy.")) << text;
}

TEST_P(GatewayWriters, RepliesOneAfterTheOtherAreOneAnswer) {  // D4, V5
    const Reply both{
        .content = {TextBlock{"One."}, TextBlock{"Two."}}, .finish = FinishReason::Stop};
    const auto stream = reader()->open_stream();
    ASSERT_TRUE(stream->feed(streamed(both, events_of(both))).ok());
    const auto read = stream->finish();

    ASSERT_TRUE(read.ok());
    EXPECT_EQ(content::text_of(read.value().content), "One.Two.");
}

INSTANTIATE_TEST_SUITE_P(
    All,
    GatewayWriters,
    ::testing::Values(
        Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama
    ),
    [](const auto& parameter) { return std::string(name_of(parameter.param)); }
);

TEST(GatewayWriter, AnthropicIsToldWhatWasCachedApart) {  // D4
    const ParsedRequest request{.model = "m"};

    EXPECT_THAT(
        make_writer(Dialect::Anthropic, request, {.id = "1"})->whole(kReply),
        HasSubstr(
            R"("usage":{"input_tokens":13,"cache_creation_input_tokens":5,"cache_read_input_tokens":12,"output_tokens":9})"
        )
    );
}

TEST(GatewayWriter, ChatTellsUsageInAStreamOnlyWhereItWasAskedFor) {  // D4
    ParsedRequest request{.model = "m", .streams = true};
    EXPECT_THAT(
        make_writer(Dialect::OpenaiChat, request, {.id = "1"})->end(kReply), Not(HasSubstr("usage"))
    );

    request.wants_usage = true;
    EXPECT_THAT(
        make_writer(Dialect::OpenaiChat, request, {.id = "1"})->end(kReply),
        HasSubstr(R"("choices":[],"usage":{"prompt_tokens":30)")
    );
}

TEST(GatewayWriter, ACallOfAToolThatTakesTextHasTheText) {  // D4
    const ParsedRequest request{.model = "m", .free_text_tools = {"patch"}, .streams = true};
    const Reply reply{
        .content = {ToolUseBlock{"c1", "patch", R"({"input":"a\nb"})"}},
        .finish = FinishReason::ToolCalls};

    for (const auto dialect : {Dialect::OpenaiChat, Dialect::OpenaiResponses}) {
        const auto whole = make_writer(dialect, request, {.id = "1"})->whole(reply);
        const auto writer = make_writer(dialect, request, {.id = "1"});
        EXPECT_THAT(whole, HasSubstr(R"("name":"patch","input":"a\nb")"));
        EXPECT_THAT(writer->begin() + writer->end(reply), HasSubstr(R"("input":"a\nb")"));
    }
}

TEST(GatewayWriter, TheResponsesApiRepeatsWhatWasAsked) {  // D4
    const ParsedRequest request{
        .model = "m", .echo = R"({"metadata":{"a":"b"},"store":true,"unknown":1})"};
    const auto whole = make_writer(Dialect::OpenaiResponses, request, {.id = "1"})->whole(kReply);

    EXPECT_THAT(whole, HasSubstr(R"("metadata":{"a":"b"})"));
    EXPECT_THAT(whole, HasSubstr(R"("store":false)"));
    EXPECT_THAT(whole, Not(HasSubstr("unknown")));
}

TEST(GatewayWriter, RedactedThoughtsGoBackAsTheyCame) {  // D4
    const Reply reply{
        .content = {ThinkingBlock{"", "redacted_thinking:Zm9v", "anthropic"}, TextBlock{"Hi"}}};
    ParsedRequest request{.model = "m"};
    const std::string expected = R"({"type":"redacted_thinking","data":"Zm9v"})";

    EXPECT_THAT(
        make_writer(Dialect::Anthropic, request, {.id = "1"})->whole(reply), HasSubstr(expected)
    );
    request.streams = true;
    EXPECT_THAT(
        make_writer(Dialect::Anthropic, request, {.id = "1"})->end(reply), HasSubstr(expected)
    );
}

}  // namespace
}  // namespace fovea::gateway
