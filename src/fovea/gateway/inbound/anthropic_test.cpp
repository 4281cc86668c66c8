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
    auto request = read(Dialect::Anthropic, body);
    EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().message);
    return request.ok() ? std::move(request).value() : ParsedRequest{};
}

TEST(ReadAnthropic, AWholeConversation) {  // D4, C1, C3
    const auto request = parsed(
        R"({"model":"claude-x","max_tokens":100,"stream":true,
        "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}},{"type":"text","text":"Be kind."}],
        "messages":[
         {"role":"user","content":[{"type":"text","text":"Look:"},
          {"type":"image","source":{"type":"base64","media_type":"image/png","data":")" +
        base64_of("cat") + R"("}},
          {"type":"image","source":{"type":"url","url":"https://example.org/a.png"}},
          {"type":"document","title":"a.pdf","source":{"type":"base64","media_type":"application/pdf","data":")" +
        base64_of("pdf") + R"("}}]},
         {"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"sig"},
          {"type":"redacted_thinking","data":"Zm9v"},
          {"type":"text","text":"I shall."},
          {"type":"tool_use","id":"t1","name":"shot","input":{"x":[1]}},
          {"type":"tool_use","id":"t2","name":"shot","input":{}}]},
         {"role":"user","content":[
          {"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"ok"},
           {"type":"image","source":{"type":"base64","media_type":"image/png","data":")" +
        base64_of("dog") + R"("}}]},
          {"type":"tool_result","tool_use_id":"t2","is_error":true,"content":"no screen"},
          {"type":"text","text":"go on"}]}]})"
    );

    EXPECT_EQ(request.model, "claude-x");
    EXPECT_EQ(request.system, "Be brief.\n\nBe kind.");
    EXPECT_EQ(request.max_output_tokens, 100U);
    EXPECT_TRUE(request.streams);
    EXPECT_TRUE(request.caches);
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
             {ThinkingBlock{"hm", "sig", "anthropic"},
              ThinkingBlock{"", "redacted_thinking:Zm9v", "anthropic"},
              TextBlock{"I shall."},
              ToolUseBlock{"t1", "shot", R"({"x":[1]})"},
              ToolUseBlock{"t2", "shot", "{}"}}},
            {Role::User,
             {ToolResultBlock{"t1", {TextBlock{"ok"}, image_of("dog")}},
              ToolResultBlock{"t2", {TextBlock{"no screen"}}, true},
              TextBlock{"go on"}}}})
    );
}

TEST(ReadAnthropic, WhatIsAskedForBesidesAnAnswer) {  // D4
    const auto request = parsed(
        R"({"model":"m","max_tokens":9,"messages":[{"role":"user","content":"hi"}],
        "temperature":0.5,"top_p":0.9,"top_k":7,"stop_sequences":["END"],"metadata":{"user_id":"u"},
        "thinking":{"type":"enabled","budget_tokens":2000},
        "output_config":{"effort":"high","format":{"type":"json_schema","schema":{"type":"object"}}},
        "tools":[{"name":"shot","description":"d","input_schema":{"type":"object"},"strict":true},
         {"type":"web_search_20250305","name":"web_search"}],
        "tool_choice":{"type":"tool","name":"shot","disable_parallel_tool_use":true},
        "context_management":{"edits":[]},"service_tier":"auto"})"
    );

    EXPECT_EQ(
        request.wishes,
        (providers::Wishes{
            .temperature = 0.5,
            .top_p = 0.9,
            .top_k = 7,
            .stop = {"END"},
            .tool_choice = ToolChoice::One,
            .chosen_tool = "shot",
            .parallel_calls = false,
            .thinking = true,
            .thinking_tokens = 2000,
            .effort = providers::Effort::High,
            .end_user = "u"})
    );
    EXPECT_EQ(request.json_schema, R"({"type":"object"})");
    EXPECT_THAT(
        request.tools, ElementsAre(providers::ToolSpec{"shot", "d", R"({"type":"object"})", true})
    );
    EXPECT_THAT(
        request.dropped, ElementsAre("tools[1] (web_search_20250305)", "context_management")
    );
}

TEST(ReadAnthropic, ThoughtsOfAnotherProviderComeHome) {  // D4
    const auto request = parsed(
        R"({"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":
        [{"type":"thinking","thinking":"hm","signature":"fovea:openai_responses:gAAA="}]}]})"
    );

    EXPECT_EQ(
        request.messages.back().content.front(),
        content::ContentBlock(ThinkingBlock{"hm", "gAAA=", "openai_responses"})
    );
}

TEST(ReadAnthropic, DocumentsOfTextAndFilesThatLieElsewhere) {  // D4
    const auto request = parsed(
        R"({"model":"m","messages":[{"role":"user","content":[
        {"type":"document","title":"a.txt","source":{"type":"text","media_type":"text/plain","data":"words"}},
        {"type":"document","source":{"type":"content","content":[{"type":"text","text":"inner"}]}},
        {"type":"image","source":{"type":"file","file_id":"file_1"}}]}]})"
    );

    EXPECT_EQ(
        request.messages.front().content,
        (std::vector<content::ContentBlock>{
            TextBlock{"a.txt:\nwords"},
            TextBlock{"inner"},
            TextBlock{"[image of the Files API, not available here]"}})
    );
    EXPECT_THAT(request.dropped, ElementsAre("image by file_id"));
}

TEST(ReadAnthropic, WhatNoServerWouldTakeIsNamedWithItsPlace) {  // D4
    const auto problem = [](const std::string& messages) {
        return problem_of(Dialect::Anthropic, R"({"model":"m","messages":)" + messages + "}");
    };
    EXPECT_THAT(problem("1"), HasSubstr("messages: "));
    EXPECT_THAT(problem("[]"), HasSubstr("messages: "));
    EXPECT_THAT(problem(R"([{"role":"robot","content":"x"}])"), HasSubstr("messages[0].role: "));
    EXPECT_THAT(problem(R"([{"role":"user","content":1}])"), HasSubstr("messages[0].content: "));
    EXPECT_THAT(
        problem(R"([{"role":"user","content":[{"type":"image","source":{"type":"x"}}]}])"),
        HasSubstr("messages[0].content[0].source.type: ")
    );
    EXPECT_THAT(
        problem(
            R"([{"role":"user","content":[{"type":"image","source":{"type":"url","url":"file:///etc/passwd"}}]}])"
        ),
        HasSubstr("messages[0].content[0].source.url: neither")
    );
    EXPECT_THAT(problem_of(Dialect::Anthropic, R"({"messages":[]})"), HasSubstr("model: missing"));
    EXPECT_THAT(problem_of(Dialect::Anthropic, "hello"), HasSubstr("not JSON"));
}

TEST(ReadAnthropic, AMarkOnTheWholeRequestIsOneWithoutASystemPromptToo) {  // X2
    const auto request = read(
        Dialect::Anthropic,
        R"({"model":"m","max_tokens":1,"cache_control":{"type":"ephemeral"},"messages":[{"role":"user","content":"hi"}]})"
    );

    ASSERT_TRUE(request.ok());
    EXPECT_TRUE(request.value().caches);
}

}  // namespace
}  // namespace fovea::gateway
