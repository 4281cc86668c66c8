#include "fovea/gateway/inbound/test_inbound.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;
using providers::ToolChoice;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ParsedRequest parsed(std::string_view body) {
    auto request = read(Dialect::OpenaiChat, body);
    EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().message);
    return request.ok() ? std::move(request).value() : ParsedRequest{};
}

TEST(ReadOpenAiChat, AWholeConversation) {  // D4, C1, C3
    const auto request = parsed(
        R"({"model":"gpt-x","max_completion_tokens":100,"stream":true,"stream_options":{"include_usage":true},
        "messages":[
         {"role":"developer","content":"Be brief."},
         {"role":"system","content":[{"type":"text","text":"Be kind."}]},
         {"role":"user","content":[{"type":"text","text":"Look:"},
          {"type":"image_url","image_url":{"url":"data:image/png;base64,)" +
        base64_of("cat") + R"(","detail":"high"}},
          {"type":"image_url","image_url":{"url":"https://example.org/a.png"}},
          {"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,)" +
        base64_of("pdf") + R"("}}]},
         {"role":"assistant","content":"I shall.","reasoning_content":"hm","tool_calls":[
          {"id":"c1","type":"function","function":{"name":"shot","arguments":"{\"x\":[1]}"}},
          {"id":"c2","type":"function","function":{"name":"shot","arguments":""}}]},
         {"role":"tool","tool_call_id":"c1","content":"ok"},
         {"role":"tool","tool_call_id":"c2","content":[{"type":"text","text":"no"}]},
         {"role":"system","content":"Hurry."},
         {"role":"user","content":"go on"}]})"
    );

    EXPECT_EQ(request.system, "Be brief.\n\nBe kind.");
    EXPECT_EQ(request.max_output_tokens, 100U);
    EXPECT_TRUE(request.streams);
    EXPECT_TRUE(request.wants_usage);
    EXPECT_THAT(request.dropped, IsEmpty());
    EXPECT_EQ(
        request.messages,
        (std::vector<Message>{
            {Role::User,
             {TextBlock{"Look:"},
              image_of("cat"),
              content::ImageBlock{.source = content::UrlRef{"https://example.org/a.png"}},
              document_of("pdf", "a.pdf")}},
            {Role::Assistant,
             {ThinkingBlock{"hm", "", "openai_compatible"},
              TextBlock{"I shall."},
              ToolUseBlock{"c1", "shot", R"({"x":[1]})"},
              ToolUseBlock{"c2", "shot", "{}"}}},
            {Role::User, {ToolResultBlock{"c1", {TextBlock{"ok"}}}}},
            {Role::User, {ToolResultBlock{"c2", {TextBlock{"no"}}}}},
            {Role::System, {TextBlock{"Hurry."}}},
            {Role::User, {TextBlock{"go on"}}}})
    );
}

// OpenAI remembers prompts by itself; others are asked, where the prompt comes again.
TEST(ReadOpenAiChat, APromptThatComesAgainIsWorthRemembering) {  // D4, X2
    const auto caches = [](const std::string& more, const std::string& content = R"("hi")") {
        return parsed(
                   R"({"model":"m","messages":[{"role":"user","content":)" + content + "}]" + more +
                   "}"
        )
            .caches;
    };
    EXPECT_FALSE(caches(""));
    EXPECT_TRUE(caches(R"(,"prompt_cache_key":"a")"));
    EXPECT_TRUE(caches(R"(,"tools":[{"type":"function","function":{"name":"f"}}])"));
    EXPECT_TRUE(caches("", R"([{"type":"text","text":"hi","cache_control":{"type":"ephemeral"}}])")
    );
}

TEST(ReadOpenAiChat, WhatIsAskedForBesidesAnAnswer) {  // D4
    const auto request = parsed(
        R"({"model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":5,
        "temperature":0.5,"top_p":0.9,"presence_penalty":0.1,"frequency_penalty":-0.1,"seed":-3,"stop":"END",
        "reasoning_effort":"low","verbosity":"low","user":"u","prompt_cache_key":"k","parallel_tool_calls":false,
        "response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}},
        "tools":[{"type":"function","function":{"name":"shot","description":"d","parameters":{"type":"object"},"strict":true}},
         {"type":"custom","custom":{"name":"patch","description":"p"}}],
        "tool_choice":"required","logprobs":true,"logit_bias":{"1":2},"store":true,"n":1})"
    );

    EXPECT_EQ(
        request.wishes,
        (providers::Wishes{
            .temperature = 0.5,
            .top_p = 0.9,
            .presence_penalty = 0.1,
            .frequency_penalty = -0.1,
            .seed = -3,
            .stop = {"END"},
            .tool_choice = ToolChoice::Required,
            .parallel_calls = false,
            .effort = providers::Effort::Low,
            .verbosity = "low",
            .end_user = "u",
            .cache_key = "k"})
    );
    EXPECT_EQ(request.max_output_tokens, 5U);
    EXPECT_EQ(request.json_schema, R"({"type":"object"})");
    ASSERT_EQ(request.tools.size(), 2U);
    EXPECT_EQ(request.tools[0], (providers::ToolSpec{"shot", "d", R"({"type":"object"})", true}));
    EXPECT_EQ(request.tools[1].name, "patch");
    EXPECT_THAT(request.free_text_tools, ElementsAre("patch"));
    EXPECT_THAT(request.dropped, ElementsAre("logprobs", "logit_bias"));
}

TEST(ReadOpenAiChat, CallsOfToolsThatTakeText) {  // D4
    const auto request = parsed(
        R"({"model":"m","messages":[{"role":"assistant","tool_calls":[
        {"id":"c1","type":"custom","custom":{"name":"patch","input":"a \"b\""}}]},
        {"role":"tool","tool_call_id":"c1","content":"ok"}]})"
    );

    EXPECT_EQ(
        request.messages.front().content.front(),
        content::ContentBlock(ToolUseBlock{"c1", "patch", R"({"input":"a \"b\""})"})
    );
}

TEST(ReadOpenAiChat, WhatNoServerWouldTakeIsNamedWithItsPlace) {  // D4
    const auto problem = [](const std::string& rest) {
        return problem_of(Dialect::OpenaiChat, R"({"model":"m",)" + rest + "}");
    };
    const std::string hi = R"("messages":[{"role":"user","content":"hi"}])";
    EXPECT_THAT(
        problem(
            R"("messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}])"
        ),
        HasSubstr("messages[0].content[0].image_url.url: ")
    );
    EXPECT_THAT(
        problem(R"("messages":[{"role":"tool","content":"x"}])"), HasSubstr("tool_call_id")
    );
    EXPECT_THAT(
        problem(R"("messages":[{"role":"assistant","tool_calls":[{"id":"c"}]}])"),
        HasSubstr("messages[0].tool_calls[0].function.name: missing")
    );
    EXPECT_THAT(problem(hi + R"(,"temperature":"hot")"), HasSubstr("temperature: not a number"));
    EXPECT_THAT(problem(hi + R"(,"n":3)"), HasSubstr("n: only one"));
    EXPECT_THAT(problem(hi + R"(,"max_tokens":-1)"), HasSubstr("max_tokens: below zero"));
    EXPECT_THAT(problem(hi + R"(,"tool_choice":"perhaps")"), HasSubstr("tool_choice: "));
    EXPECT_THAT(problem(hi + R"(,"reasoning_effort":"hard")"), HasSubstr("reasoning_effort: "));
    EXPECT_THAT(
        problem(R"("messages":[{"role":"system","content":"hi"}])"), HasSubstr("messages: ")
    );
}

}  // namespace
}  // namespace fovea::gateway
