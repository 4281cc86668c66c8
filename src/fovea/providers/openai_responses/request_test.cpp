#include "fovea/providers/openai_responses/openai_responses.hpp"
#include "fovea/providers/test_files.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::openai_responses {
namespace {

using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

const ModelTraits kSol = {
    .pdf = true, .tool_result_images = true, .system_role = "developer", .image_detail = "high"};

class OpenAiResponsesRequest : public testing::Test {
protected:
    Result<WireRequest> write(
        const Request& request,
        const ModelTraits& traits = {},
        ReplyForm delivery = ReplyForm::Whole
    ) {
        return make_openai_responses()->write(request, traits, delivery, files_);
    }

    // The items of the input, as they are written.
    std::string input(std::vector<Message> messages, const ModelTraits& traits = {}) {
        const auto wire =
            write({.model = "m", .messages = std::move(messages), .max_output_tokens = 9}, traits);
        EXPECT_TRUE(wire.ok());
        if (!wire.ok()) return wire.error().message;
        auto text = sent_text(wire.value().body, files_);
        const std::string start = R"({"model":"m","input":[)";
        EXPECT_TRUE(text.starts_with(start)) << text;
        return text.substr(start.size(), text.rfind("],\"max_output") - start.size());
    }

    TestFiles files_;
};

TEST_F(OpenAiResponsesRequest, WritesAWholeConversation) {  // P1, C1, C3
    const Request request{
        .model = "gpt-6.1-sol",
        .system = "You are terse.",
        .messages =
            {{Role::User,
              {TextBlock{"Compare."}, files_.picture("abc"), files_.pdf("pdf", "a.pdf")}},
             {Role::Assistant,
              {ThinkingBlock{"hm", "gAAA=", "openai_responses"},
               TextBlock{"I look."},
               ToolUseBlock{"call_1", "shot", R"({"x":3})"},
               ToolUseBlock{"call_2", "shot", ""}}},
             {Role::User,
              {TextBlock{"go on"},
               ToolResultBlock{"call_1", {TextBlock{"ok"}, files_.picture("def")}},
               ToolResultBlock{"call_2", {TextBlock{"no display"}}, true}}}},
        .tools = {{"shot", "Takes a picture.", R"({"type":"object"})"}},
        .json_schema = R"({"type":"object","additionalProperties":false})",
        .max_output_tokens = 1024};

    const auto wire = write(request, kSol, ReplyForm::Stream);

    ASSERT_TRUE(wire.ok());
    EXPECT_EQ(wire.value().path, "/v1/responses");
    EXPECT_EQ(wire.value().headers, (Headers{{"content-type", "application/json"}}));
    EXPECT_EQ(
        sent_text(wire.value().body, files_),
        R"({"model":"gpt-6.1-sol","instructions":"You are terse.","input":[)"
        R"({"type":"message","role":"user","content":[{"type":"input_text","text":"Compare."},)"
        R"({"type":"input_image","image_url":"data:image/png;base64,YWJj","detail":"high"},)"
        R"({"type":"input_file","filename":"a.pdf",)"
        R"("file_data":"data:application/pdf;base64,cGRm"}]},)"
        R"({"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}],)"
        R"("encrypted_content":"gAAA="},)"
        R"({"type":"message","role":"assistant",)"
        R"("content":"I look."},)"
        R"({"type":"function_call","call_id":"call_1","name":"shot","arguments":"{\"x\":3}"},)"
        R"({"type":"function_call","call_id":"call_2","name":"shot","arguments":"{}"},)"
        R"({"type":"function_call_output","call_id":"call_1","output":[)"
        R"({"type":"input_text","text":"ok"},)"
        R"({"type":"input_image","image_url":"data:image/png;base64,ZGVm","detail":"high"}]},)"
        R"({"type":"function_call_output","call_id":"call_2","output":"Error: no display"},)"
        R"({"type":"message","role":"user","content":[{"type":"input_text","text":"go on"}]}],)"
        R"("tools":[{"type":"function","name":"shot","description":"Takes a picture.",)"
        R"("parameters":{"type":"object"},"strict":false}],)"
        R"("text":{"format":{"type":"json_schema","name":"answer","strict":true,)"
        R"("schema":{"type":"object","additionalProperties":false}}},)"
        R"("max_output_tokens":1024,"store":false,"include":["reasoning.encrypted_content"],)"
        R"("stream":true})"
    );
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"input[0].content[1]", content::BlobRef{sha256(as_bytes("abc"))}},
            {"input[5].output[1]", content::BlobRef{sha256(as_bytes("def"))}}})
    );
}

TEST_F(OpenAiResponsesRequest, PicturesOfToolsFollowWhereResultsAreTextOnly) {  // C3
    EXPECT_EQ(
        input(
            {{Role::Assistant, {ToolUseBlock{"c1", "look", "{}"}}},
             {Role::User, {ToolResultBlock{"c1", {files_.picture("abc")}}}}}
        ),
        R"({"type":"function_call","call_id":"c1","name":"look","arguments":"{}"},)"
        R"({"type":"function_call_output","call_id":"c1",)"
        R"("output":"[1 image attached in the next user message]"},)"
        R"({"type":"message","role":"user","content":[)"
        R"({"type":"input_text","text":"Image 1 (from tool call c1):"},)"
        R"({"type":"input_image","image_url":"data:image/png;base64,YWJj"}]})"
    );
}

TEST_F(OpenAiResponsesRequest, WithoutVisionPicturesAreWords) {  // P2
    EXPECT_EQ(
        input({{Role::User, {files_.picture("abc", "a cat")}}}, {.vision = false}),
        R"({"type":"message","role":"user",)"
        R"("content":[{"type":"input_text","text":"[Image: a cat, 640x480]"}]})"
    );
}

TEST_F(OpenAiResponsesRequest, UrlsGoAsTheyAre) {  // P1
    const ImageBlock image{.source = content::UrlRef{"https://a.example/b.png"}};
    const content::DocumentBlock pdf{.source = content::UrlRef{"https://a.example/c.pdf"}};

    EXPECT_EQ(
        input({{Role::User, {image, pdf}}}, {.pdf = true}),
        R"({"type":"message","role":"user","content":[)"
        R"({"type":"input_image","image_url":"https://a.example/b.png"},)"
        R"({"type":"input_file","file_url":"https://a.example/c.pdf"}]})"
    );
}

TEST_F(OpenAiResponsesRequest, OnlyReasoningThatCanBeUsedGoesBack) {  // P1
    const auto said = input(
        {{Role::Assistant,
          {ThinkingBlock{"no signature", "", "openai_responses"},
           ThinkingBlock{"theirs", "sig", "anthropic"},
           ThinkingBlock{"", "gAAA=", "openai_responses"},
           TextBlock{"a"},
           ThinkingBlock{"nothing follows", "gBBB=", "openai_responses"}}}}
    );

    EXPECT_EQ(
        said,
        R"({"type":"reasoning","summary":[],"encrypted_content":"gAAA="},)"
        R"({"type":"message","role":"assistant","content":"a"})"
    );
}

TEST_F(OpenAiResponsesRequest, ALostResultIsSaidToBeLost) {  // C3
    EXPECT_EQ(
        input({{Role::Assistant, {ToolUseBlock{"c1", "look", "{}"}}}}),
        R"({"type":"function_call","call_id":"c1","name":"look","arguments":"{}"},)"
        R"({"type":"function_call_output","call_id":"c1",)"
        R"("output":"Error: [The result of this call was lost.]"})"
    );
}

TEST_F(OpenAiResponsesRequest, PicturesOfTheModelAreWords) {  // C1
    EXPECT_EQ(
        input({{Role::Assistant, {files_.picture("abc", "a plot")}}}),
        R"({"type":"message","role":"assistant",)"
        R"("content":"[Image: a plot, 640x480]"})"
    );
}

TEST_F(OpenAiResponsesRequest, WhatCannotBeWrittenIsAnError) {  // P1
    const auto error_of = [&](const Request& request) {
        const auto wire = write(request);
        return wire.ok() ? ErrorCode::Internal : wire.error().code;
    };
    const ImageBlock gone{.source = content::BlobRef{sha256(as_bytes("gone"))}};

    EXPECT_EQ(error_of({.tools = {{"t", "", "[]"}}}), ErrorCode::InvalidInput);
    EXPECT_EQ(error_of({.json_schema = "{"}), ErrorCode::InvalidInput);
    EXPECT_EQ(
        error_of({.messages = {{Role::Assistant, {ToolUseBlock{"c", "t", "1"}}}}}),
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(error_of({.messages = {{Role::User, {gone}}}}), ErrorCode::StoreError);
}

}  // namespace
}  // namespace fovea::providers::openai_responses
