#include "fovea/serve/operations/traces.hpp"

#include "fovea/net/http/body_source.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class Collector final : public net::HttpSender {
public:
    Result<net::HttpResponse, net::HttpFailure>
    send(const net::HttpRequest& request, const net::HttpEvents&, const std::stop_token&) override {
        url = request.url;
        body.assign(request.body->size(), '\0');
        request.body->read(body).value();
        return net::HttpResponse{.status = 200};
    }

    std::string url;
    std::string body;
};

host::NumberedEvent at(std::chrono::milliseconds time, agent::Event event) {
    return {
        .time = std::chrono::system_clock::time_point(1'000'000ms + time),
        .event = std::make_shared<const agent::Event>(std::move(event))};
}

TEST(Traces, TellATurnWithItsCallsAndNoneOfItsWords) {  // D6
    Collector collector;
    {
        Traces traces({.endpoint = "http://127.0.0.1:4318"}, collector);
        traces.see("s1", at(0ms, agent::Started{.session_id = "s1", .model = "mine/big"}));
        traces.see(
            "s1",
            at(200ms,
               agent::Replied{
                   .message = {.content = {content::TextBlock{"a secret"}}},
                   .model = "mine/big",
                   .finish = providers::FinishReason::ToolCalls,
                   .usage = {.input_tokens = 12, .output_tokens = 3}})
        );
        traces.see(
            "s1",
            at(300ms,
               agent::ToolFinished{
                   .result = {.tool_use_id = "t1", .is_error = true},
                   .tool = "filesystem_read",
                   .took = 50ms})
        );
        agent::RunResult result{.ending = agent::Ending::Success, .model = "mine/big"};
        result.text = "a secret";
        traces.see("s1", at(400ms, agent::Finished{result}));
    }

    EXPECT_EQ(collector.url, "http://127.0.0.1:4318/v1/traces");
    EXPECT_THAT(collector.body, Not(HasSubstr("secret")));
    const auto document = json::parse(collector.body);
    const auto& spans =
        document.at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans").as_array();
    ASSERT_THAT(spans, SizeIs(3));
    const auto &chat = spans[0], &tool = spans[1], &turn = spans[2];
    EXPECT_EQ(chat.at("name"), "chat mine/big");
    EXPECT_EQ(chat.at("startTimeUnixNano"), "1000000000000");
    EXPECT_EQ(chat.at("endTimeUnixNano"), "1000200000000");
    EXPECT_EQ(tool.at("name"), "execute_tool filesystem_read");
    EXPECT_EQ(tool.at("startTimeUnixNano"), "1000250000000");
    EXPECT_EQ(tool.at("status").at("code"), 2);
    EXPECT_EQ(turn.at("name"), "invoke_agent fovea");
    EXPECT_EQ(chat.at("traceId"), turn.at("traceId"));
    EXPECT_EQ(chat.at("parentSpanId"), turn.at("spanId"));
    EXPECT_EQ(turn.at("traceId").as_string().size(), 32u);
    EXPECT_FALSE(turn.as_object().contains("parentSpanId"));
    EXPECT_THAT(
        json::serialize(chat.at("attributes")),
        HasSubstr(R"({"key":"gen_ai.usage.input_tokens","value":{"intValue":"12"}})")
    );
}

TEST(Traces, WhatNobodyTakesIsDroppedAndNotKept) {
    Collector collector;
    {
        Traces traces({.endpoint = "http://c", .max_waiting = 2}, collector);
        for (int i = 0; i < 5; ++i) {
            traces.see("s" + std::to_string(i), at(0ms, agent::Finished{}));
        }
    }
    const auto document = json::parse(collector.body);
    EXPECT_THAT(
        document.at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans").as_array(), SizeIs(2)
    );
}

}  // namespace
}  // namespace fovea::serve
