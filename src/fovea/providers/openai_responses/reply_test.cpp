#include "fovea/providers/openai_responses/openai_responses.hpp"
#include "fovea/providers/unreadable_input.hpp"
#include "fovea/providers/wire_json.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::openai_responses {
namespace {

using content::TextBlock;
using content::ThinkingBlock;
using content::ToolUseBlock;

const std::string kText =
    R"({"type":"message","content":[{"type":"output_text","text":"Hi","annotations":[]}]})";

std::string response(const std::string& output, const std::string& more = "") {
    return R"({"id":"resp_1","object":"response","error":null,"output":[)" + output + "]" + more +
           "}";
}

FinishReason finish_of(const std::string& output, const std::string& more) {
    const auto reply = read_reply(response(output, more));
    EXPECT_TRUE(reply.ok()) << output << more;
    return reply.ok() ? reply.value().finish : FinishReason::Error;
}

FailureKind failure_of(std::string_view body) {
    const auto reply = read_reply(body);
    EXPECT_FALSE(reply.ok()) << body;
    return reply.ok() ? FailureKind::Stream : reply.error().kind;
}

TEST(OpenAiResponsesReply, HasReasoningTextCallsAndUsage) {  // P1
    const auto reply = read_reply(response(
        R"({"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"a"},)"
        R"({"type":"summary_text","text":"b"}],"encrypted_content":"gAAA="},)" +
            kText +
            R"(,{"type":"web_search_call","id":"ws_1"},)"
            R"({"type":"function_call","id":"fc_1","call_id":"call_1","name":"shot",)"
            R"("arguments":"{\"x\":3}","status":"completed"})",
        R"(,"status":"completed","usage":{"input_tokens":100,"input_tokens_details":)"
        R"({"cached_tokens":40,"cache_write_tokens":30,)"
        R"("cache_write_tokens_details":{"ttl_30m_tokens":20,"ttl_12h_tokens":10}},)"
        R"("output_tokens":9,"output_tokens_details":{"reasoning_tokens":4}})"
    ));

    ASSERT_TRUE(reply.ok());
    EXPECT_EQ(
        reply.value(),
        (Reply{
            .content =
                {ThinkingBlock{"a\n\nb", "gAAA=", "openai_responses"},
                 TextBlock{"Hi"},
                 ToolUseBlock{"call_1", "shot", R"({"x":3})"}},
            .finish = FinishReason::ToolCalls,
            .usage =
                {.input_tokens = 100,
                 .output_tokens = 9,
                 .cache_read_tokens = 40,
                 .cache_write_tokens = 20,
                 .cache_write_long_tokens = 10,
                 .reasoning_tokens = 4}})
    );
}

TEST(OpenAiResponsesReply, FinishReasonsMeanTheSameForAll) {  // P1
    const std::string refusal =
        R"({"type":"message","content":[{"type":"refusal","refusal":"No."}]})";
    const auto incomplete = [](const std::string& reason) {
        return R"(,"status":"incomplete","incomplete_details":{"reason":")" + reason + R"("})";
    };

    EXPECT_EQ(finish_of(kText, R"(,"status":"completed")"), FinishReason::Stop);
    EXPECT_EQ(finish_of(kText, ""), FinishReason::Stop);
    EXPECT_EQ(finish_of(refusal, R"(,"status":"completed")"), FinishReason::ContentFilter);
    EXPECT_EQ(finish_of(kText, incomplete("max_output_tokens")), FinishReason::Length);
    EXPECT_EQ(finish_of(kText, incomplete("content_filter")), FinishReason::ContentFilter);
    EXPECT_EQ(finish_of(kText, incomplete("steered")), FinishReason::Other);
    EXPECT_EQ(finish_of("", R"(,"status":"queued")"), FinishReason::Pause);
    EXPECT_EQ(finish_of("", R"(,"status":"in_progress")"), FinishReason::Pause);
    EXPECT_EQ(finish_of(kText, R"(,"status":"never seen")"), FinishReason::Other);
}

TEST(OpenAiResponsesReply, FailuresAreErrors) {  // P4
    EXPECT_EQ(
        failure_of(R"({"status":"failed","output":[],"error":{"code":"server_error",)"
                   R"("message":"x"}})"),
        FailureKind::Transient
    );
    EXPECT_EQ(
        failure_of(R"({"status":"failed","error":{"code":"image_too_small","message":"x"}})"),
        FailureKind::ImageRejected
    );
    EXPECT_EQ(failure_of(R"({"status":"cancelled","output":[]})"), FailureKind::Transient);
    EXPECT_EQ(
        failure_of(R"({"error":{"code":"rate_limit_exceeded","message":"x"}})"),
        FailureKind::RateLimited
    );
}

TEST(OpenAiResponsesReply, CallsThatMakeNoSenseAreToldUnlessTheyWereCutShort) {  // P1
    const std::string broken =
        R"({"type":"function_call","call_id":"c","name":"t","arguments":"{\"x\":"})";
    const std::string cut_off = R"({"type":"function_call","call_id":"c","name":"t",)"
                                R"("arguments":"","status":"incomplete"})";
    const std::string nameless = R"({"type":"function_call","call_id":"c","arguments":"{}"})";

    const auto told = read_reply(response(broken));
    ASSERT_TRUE(told.ok());
    EXPECT_TRUE(unreadable_problem(std::get<content::ToolUseBlock>(told.value().content.at(0)).input
    ));
    EXPECT_EQ(failure_of(response(nameless)), FailureKind::Garbled);
    const auto cut = read_reply(response(
        kText + "," + broken + "," + cut_off,
        R"(,"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"})"
    ));
    ASSERT_TRUE(cut.ok());
    EXPECT_EQ(cut.value(), (Reply{.content = {TextBlock{"Hi"}}, .finish = FinishReason::Length}));
}

TEST(OpenAiResponsesReply, WhatIsNoReplyIsGarbled) {  // P1
    for (const auto* body : {"", "null", "[]", "{}", "<html>", R"({"output":{}})"}) {
        EXPECT_EQ(failure_of(body), FailureKind::Garbled) << body;
    }
    const auto odd = read_reply(response(R"(null,1,"x",{},{"type":"message","content":7})"));
    ASSERT_TRUE(odd.ok());
    EXPECT_EQ(odd.value(), Reply{});
}

}  // namespace
}  // namespace fovea::providers::openai_responses
