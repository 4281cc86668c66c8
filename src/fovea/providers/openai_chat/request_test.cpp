#include "fovea/providers/openai_chat/openai_chat.hpp"
#include "fovea/providers/test_files.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace fovea::providers::openai_chat {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

const ModelTraits kGpt = {
    .pdf = true,
    .system_role = "developer",
    .max_tokens_field = "max_completion_tokens",
    .image_detail = "high"};

class OpenAiChatRequest : public testing::Test {
protected:
    Result<WireRequest> write(
        const Request& request,
        const ModelTraits& traits = {},
        ReplyForm delivery = ReplyForm::Whole,
        std::string_view kind = kKind
    ) {
        return make_openai_chat(kind)->write(request, traits, delivery, files_);
    }

    std::string body(
        std::vector<Message> messages, const ModelTraits& traits = {}, std::string_view kind = kKind
    ) {
        const Request request{
            .model = "m", .messages = std::move(messages), .max_output_tokens = 9};
        const auto wire = write(request, traits, ReplyForm::Whole, kind);
        EXPECT_TRUE(wire.ok());
        return wire.ok() ? sent_text(wire.value().body, files_) : wire.error().message;
    }

    TestFiles files_;
};

TEST_F(OpenAiChatRequest, TheModelSpeaksBetweenAToolAndItsPictureForMistralsServers) {  // P4, C3
    const std::vector<Message> messages = {
        {Role::User, {TextBlock{"look"}}},
        {Role::Assistant, {ToolUseBlock{"toolu_01", "shot", "{}"}}},
        {Role::User, {ToolResultBlock{"toolu_01", {TextBlock{"ok"}, files_.picture("abc")}}}}};
    const ModelTraits mistral{.user_after_tools = false, .call_id_length = 9};

    const auto parsed = boost::json::parse(body(messages, mistral));

    const auto& sent = parsed.at("messages").as_array();
    ASSERT_EQ(sent.size(), 5u);
    EXPECT_EQ(sent[1].at("tool_calls").at(0).at("id").as_string().size(), 9u);
    EXPECT_EQ(sent[2].at("tool_call_id"), sent[1].at("tool_calls").at(0).at("id"));
    EXPECT_EQ(
        sent[3], (boost::json::object{{"role", "assistant"}, {"content", "I have the results."}})
    );
    EXPECT_EQ(sent[4].at("role").as_string(), "user");
}

TEST_F(OpenAiChatRequest, WritesAWholeConversation) {  // P1, C1, C3
    const Request request{
        .model = "gpt-6-sol",
        .system = "You are terse.",
        .messages =
            {{Role::User,
              {TextBlock{"What is \"this\"?"}, files_.picture("abc"), files_.pdf("pdf", "a.pdf")}},
             {Role::Assistant,
              {TextBlock{"I look."},
               ToolUseBlock{"call_1", "shot", R"({"x":3})"},
               ToolUseBlock{"call_2", "shot", ""}}},
             {Role::User,
              {TextBlock{"go on"},
               ToolResultBlock{"call_1", {TextBlock{"ok"}, files_.picture("def", "", "s.png")}},
               ToolResultBlock{"call_2", {TextBlock{"no display"}}, true}}}},
        .tools = {{"shot", "Takes a picture.", R"({"type":"object"})"}},
        .json_schema = R"({"type":"object","additionalProperties":false})",
        .max_output_tokens = 1024};

    const auto wire = write(request, kGpt, ReplyForm::Stream);

    ASSERT_TRUE(wire.ok());
    EXPECT_EQ(wire.value().path, "/v1/chat/completions");
    EXPECT_EQ(wire.value().headers, (Headers{{"content-type", "application/json"}}));
    EXPECT_EQ(
        sent_text(wire.value().body, files_),
        R"({"model":"gpt-6-sol","messages":[)"
        R"({"role":"developer","content":"You are terse."},)"
        R"({"role":"user","content":[{"type":"text","text":"What is \"this\"?"},)"
        R"({"type":"image_url","image_url":{"url":"data:image/png;base64,YWJj","detail":"high"}},)"
        R"({"type":"file","file":{"filename":"a.pdf",)"
        R"("file_data":"data:application/pdf;base64,cGRm"}}]},)"
        R"({"role":"assistant","content":"I look.","tool_calls":[)"
        R"({"id":"call_1","type":"function","function":{"name":"shot","arguments":"{\"x\":3}"}},)"
        R"({"id":"call_2","type":"function","function":{"name":"shot","arguments":"{}"}}]},)"
        R"({"role":"tool","tool_call_id":"call_1","content":"ok"},)"
        R"({"role":"tool","tool_call_id":"call_2","content":"Error: no display"},)"
        R"({"role":"user","content":[{"type":"text","text":"go on"},)"
        R"({"type":"text","text":"Image 1 (from tool call call_1, s.png):"},)"
        R"({"type":"image_url","image_url":{"url":"data:image/png;base64,ZGVm","detail":"high"}}]}],)"
        R"("max_completion_tokens":1024,)"
        R"("tools":[{"type":"function","function":{"name":"shot",)"
        R"("description":"Takes a picture.","parameters":{"type":"object"}}}],)"
        R"("response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,)"
        R"("schema":{"type":"object","additionalProperties":false}}},)"
        R"("stream":true,"stream_options":{"include_usage":true}})"
    );
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"messages[1].content[1].image_url", content::BlobRef{sha256(as_bytes("abc"))}},
            {"messages[5].content[2].image_url", content::BlobRef{sha256(as_bytes("def"))}}})
    );
}

TEST_F(OpenAiChatRequest, ServersThatArePortableGetThePortableSubset) {  // P1
    EXPECT_EQ(
        body(
            {{Role::User, {TextBlock{"a"}, TextBlock{"b"}}},
             {Role::Assistant, {TextBlock{"c"}}},
             {Role::User, {files_.picture("abc"), files_.pdf("pdf", "a.pdf")}}},
            {},
            kCompatible
        ),
        R"({"model":"m","messages":[{"role":"user","content":"a\nb"},)"
        R"({"role":"assistant","content":"c"},)"
        R"({"role":"user","content":[)"
        R"({"type":"image_url","image_url":{"url":"data:image/png;base64,YWJj"}},)"
        R"({"type":"text","text":"[Document: a.pdf]"}]}],"max_tokens":9})"
    );
}

TEST_F(OpenAiChatRequest, WithoutVisionPicturesAreWords) {  // P2
    EXPECT_EQ(
        body({{Role::User, {files_.picture("abc", "a cat")}}}, {.vision = false}),
        R"({"model":"m","messages":[{"role":"user","content":"[Image: a cat, 640x480]"}],)"
        R"("max_tokens":9})"
    );
}

TEST_F(OpenAiChatRequest, PicturesOfTheModelAreWords) {  // C1
    EXPECT_EQ(
        body({{Role::Assistant, {files_.picture("abc", "a plot")}}}),
        R"({"model":"m","messages":[{"role":"assistant","content":"[Image: a plot, 640x480]"}],)"
        R"("max_tokens":9})"
    );
}

TEST_F(OpenAiChatRequest, UrlsGoAsTheyAre) {  // P1
    const ImageBlock image{.source = content::UrlRef{"https://a.example/b.png"}};
    const content::DocumentBlock pdf{
        .source = content::UrlRef{"https://a.example/c.pdf"}, .filename = "c.pdf"};

    EXPECT_EQ(
        body({{Role::User, {image, pdf}}}, {.pdf = true}),
        R"({"model":"m","messages":[{"role":"user","content":[)"
        R"({"type":"image_url","image_url":{"url":"https://a.example/b.png"}},)"
        R"({"type":"text","text":"[Document: c.pdf]"}]}],"max_tokens":9})"
    );
    EXPECT_EQ(
        body({{Role::User, {pdf}}}, {.pdf = true}, kCompatible),
        R"({"model":"m","messages":[{"role":"user","content":[{"type":"file","file":)"
        R"({"filename":"c.pdf","file_data":"https://a.example/c.pdf"}}]}],"max_tokens":9})"
    );
}

TEST_F(OpenAiChatRequest, ALostResultIsSaidToBeLostAndReasoningGoesBackWithCalls) {  // C3
    const Message calls{
        Role::Assistant,
        {ThinkingBlock{"hm", "", "openai_compatible"},
         ThinkingBlock{"theirs", "sig", "anthropic"},
         ToolUseBlock{"c1", "look", "{}"}}};

    EXPECT_EQ(
        body({{Role::User, {TextBlock{"a"}}}, calls}, {}, kCompatible),
        R"({"model":"m","messages":[{"role":"user","content":"a"},)"
        R"({"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[)"
        R"({"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},)"
        R"({"role":"tool","tool_call_id":"c1",)"
        R"("content":"Error: [The result of this call was lost.]"}],"max_tokens":9})"
    );
}

TEST_F(OpenAiChatRequest, PicturesStayInToolResultsWhereTheModelTakesThem) {  // C3
    const auto wire = write(
        {.model = "m",
         .messages =
             {{Role::Assistant, {ToolUseBlock{"c1", "look", "{}"}}},
              {Role::User, {ToolResultBlock{"c1", {files_.picture("abc")}}}}}},
        {.tool_result_images = true}
    );

    ASSERT_TRUE(wire.ok());
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"messages[1].content[0].image_url", content::BlobRef{sha256(as_bytes("abc"))}}})
    );
}

TEST_F(OpenAiChatRequest, CacheMarksAreSentWhereTheModelKnowsThem) {  // P1
    auto image = files_.picture("abc");
    image.cache_control = true;
    const std::string mark = R"("prompt_cache_breakpoint":{"mode":"explicit"})";

    EXPECT_NE(body({{Role::User, {image}}}, {.cache_marks = true}).find(mark), std::string::npos);
    EXPECT_EQ(body({{Role::User, {image}}}).find(mark), std::string::npos);
}

TEST_F(OpenAiChatRequest, WhatCannotBeWrittenIsAnError) {  // P1
    const auto error_of = [&](const Request& request) {
        const auto wire = write(request);
        return wire.ok() ? ErrorCode::Internal : wire.error().code;
    };
    const ImageBlock gone{.source = content::BlobRef{sha256(as_bytes("gone"))}};

    EXPECT_EQ(error_of({.tools = {{"t", "", "[]"}}}), ErrorCode::InvalidInput);
    EXPECT_EQ(error_of({.json_schema = "{"}), ErrorCode::InvalidInput);
    EXPECT_EQ(
        error_of({.messages = {{Role::Assistant, {ToolUseBlock{"c", "t", "[1]"}}}}}),
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(error_of({.messages = {{Role::User, {gone}}}}), ErrorCode::StoreError);
}

TEST_F(OpenAiChatRequest, AKeyIsSentOnlyWhereThereIsOne) {  // P1
    EXPECT_EQ(make_openai_chat()->authentication("k"), (Headers{{"authorization", "Bearer k"}}));
    EXPECT_EQ(make_openai_chat()->authentication(""), Headers{});
}

}  // namespace
}  // namespace fovea::providers::openai_chat
