#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::anthropic {
namespace {

using content::DocumentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

const ModelTraits kAll{
    .pdf = true, .tool_result_images = true, .native_schema = true, .cache_marks = true};

// The body of a request with these messages, from its messages on.
std::string body_of(std::vector<Message> messages, const ModelTraits& traits = kAll) {
    NamedBlobs blobs;
    const auto wire = write_request(
        {.model = "m", .messages = std::move(messages)}, traits, ReplyForm::Whole, blobs
    );
    if (!wire.ok()) return wire.error().message;
    const auto text = blobs.text_of(wire.value().body);
    return text.substr(text.find("\"messages\":"));
}

TEST(AnthropicRequest, WritesAWholeConversation) {  // C1, P1, CAL-WIRE
    auto cat = picture("cat");
    cat.cache_control = true;
    const Request request{
        .model = "claude-opus-4-7",
        .system = "Be terse.",
        .messages =
            {{Role::System, {TextBlock{"Answer in French."}}},
             {Role::User,
              {TextBlock{"Compare."},
               cat,
               picture_at("https://example.org/a.jpg"),
               DocumentBlock{
                   .source = blob("pdf"), .mime = "application/pdf", .filename = "spec.pdf"}}},
             {Role::Assistant,
              {ThinkingBlock{"hm", "sig", "anthropic"},
               ToolUseBlock{"toolu_1", "crop", R"({"x": 3})"}}},
             {Role::User,
              {TextBlock{"And?"},
               ToolResultBlock{"toolu_1", {TextBlock{"ok"}, picture("dog")}, false}}}},
        .tools = {{"crop", "Cuts.", R"({"type":"object"})"}},
        .json_schema = R"({"type":"object","additionalProperties":false})",
        .max_output_tokens = 1024};
    NamedBlobs blobs;

    const auto wire = write_request(request, kAll, ReplyForm::Stream, blobs);

    ASSERT_TRUE(wire.ok()) << wire.error().message;
    EXPECT_EQ(wire.value().path, "/v1/messages");
    EXPECT_EQ(
        wire.value().headers,
        (Headers{{"content-type", "application/json"}, {"anthropic-version", "2023-06-01"}})
    );
    EXPECT_EQ(
        blobs.text_of(wire.value().body),
        R"({"model":"claude-opus-4-7","max_tokens":1024,"system":"Be terse.\n\nAnswer in French.",)"
        R"("messages":[{"role":"user","content":[{"type":"text","text":"Compare."},)"
        R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"<cat>"},)"
        R"("cache_control":{"type":"ephemeral"}},)"
        R"({"type":"image","source":{"type":"url","url":"https://example.org/a.jpg"}},)"
        R"({"type":"document","source":{"type":"base64","media_type":"application/pdf",)"
        R"("data":"<pdf>"},"title":"spec.pdf"}]},)"
        R"({"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"sig"},)"
        R"({"type":"tool_use","id":"toolu_1","name":"crop","input":{"x":3}}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":)"
        R"([{"type":"text","text":"ok"},{"type":"image","source":{"type":"base64",)"
        R"("media_type":"image/png","data":"<dog>"}}]},{"type":"text","text":"And?"}]}],)"
        R"("tools":[{"name":"crop","description":"Cuts.","input_schema":{"type":"object"}}],)"
        R"("output_config":{"format":{"type":"json_schema","schema":{"type":"object",)"
        R"("additionalProperties":false}}},"stream":true})"
    );
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"messages.0.content.1", blob("cat")},
            {"messages.0.content.2", content::UrlRef{"https://example.org/a.jpg"}},
            {"messages.2.content.0.tool_result.content.1", blob("dog")}})
    );
}

TEST(AnthropicRequest, IsTheSameTwice) {  // P6
    const std::vector<Message> messages = {{Role::User, {picture("cat"), TextBlock{"?"}}}};

    EXPECT_EQ(body_of(messages), body_of(messages));
}

TEST(AnthropicRequest, ACallWithoutItsResultGetsOneThatSaysSo) {
    EXPECT_EQ(
        body_of({{Role::User, {TextBlock{"a"}}}, {Role::Assistant, {ToolUseBlock{"t", "f", ""}}}}),
        R"("messages":[{"role":"user","content":[{"type":"text","text":"a"}]},)"
        R"({"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","is_error":true,)"
        R"("content":[{"type":"text","text":"[The result of this call was lost.]"}]}]}]})"
    );
}

TEST(AnthropicRequest, IdsOfOtherProvidersBecomeSafeAndComeOnce) {
    const std::vector<Message> turn = {
        {Role::Assistant, {ToolUseBlock{"f.crop:0", "f", "{}"}}},
        {Role::User, {ToolResultBlock{"f.crop:0", {TextBlock{"ok"}}, false}}}};
    auto messages = turn;
    messages.insert(messages.end(), turn.begin(), turn.end());

    const auto body = body_of(messages);

    for (const auto* part :
         {R"("id":"f_crop_0")",
          R"("tool_use_id":"f_crop_0")",
          R"("id":"f_crop_0_2")",
          R"("tool_use_id":"f_crop_0_2")"}) {
        EXPECT_NE(body.find(part), std::string::npos) << part;
    }
}

TEST(AnthropicRequest, LeavesOutWhatTheApiRefuses) {
    EXPECT_EQ(
        body_of(
            {{Role::User,
              {TextBlock{" \n"},
               ToolUseBlock{"u", "f", "{}"},
               TextBlock{"a"},
               ToolResultBlock{"none", {TextBlock{"x"}}, false}}},
             {Role::Assistant,
              {ThinkingBlock{"unsigned", "", "anthropic"},
               ThinkingBlock{"other", "s", "gemini"},
               picture("cat"),
               ToolResultBlock{"u", {}, false}}},
             {Role::User, {TextBlock{"b"}}},
             {Role::User, {TextBlock{"c"}}}}
        ),
        R"("messages":[{"role":"user","content":[{"type":"text","text":"a"}]},)"
        R"({"role":"assistant","content":[{"type":"text",)"
        R"("text":"[Image: no description, 640x480]"}]},)"
        R"({"role":"user","content":[{"type":"text","text":"b"},{"type":"text","text":"c"}]}]})"
    );
}

TEST(AnthropicRequest, RedactedAndOmittedThinkingGoesBackAsItCame) {
    const auto body = body_of(
        {{Role::Assistant,
          {ThinkingBlock{"", "redacted_thinking:Zm9v", "anthropic"},
           ThinkingBlock{"", "sig", "anthropic"},
           TextBlock{"a"}}},
         {Role::User, {TextBlock{"b"}}}}
    );

    EXPECT_NE(body.find(R"({"type":"redacted_thinking","data":"Zm9v"})"), std::string::npos);
    EXPECT_NE(
        body.find(R"({"type":"thinking","thinking":"","signature":"sig"})"), std::string::npos
    );
}

TEST(AnthropicRequest, KeepsTheLastFourCacheMarks) {
    auto marked = picture("cat");
    marked.cache_control = true;
    auto first = picture("dog");
    first.cache_control = true;
    const std::vector<Message> messages = {
        {Role::User, {first, marked, marked, marked, marked, TextBlock{"?"}}}};

    const auto body = body_of(messages);

    std::size_t marks = 0;
    for (auto at = body.find("ephemeral"); at != std::string::npos;
         at = body.find("ephemeral", at + 1)) {
        ++marks;
    }
    EXPECT_EQ(marks, 4U);
    EXPECT_NE(body.find(R"("data":"<dog>"}},{)"), std::string::npos);
    EXPECT_EQ(body_of(messages, {.cache_marks = false}).find("ephemeral"), std::string::npos);
}

TEST(AnthropicRequest, AConversationThatGoesOnIsCachedWithoutATraceInItsMessages) {  // X2
    Request request{
        .model = "m",
        .system = "Be terse.",
        .messages = {{Role::User, {TextBlock{"?"}}}},
        .tools = {{"crop", "", R"({"type":"object"})"}},
        .cache = PromptCache::Asked};
    NamedBlobs blobs;
    const auto written = [&](const ModelTraits& traits) {
        return blobs.text_of(write_request(request, traits, ReplyForm::Whole, blobs).value().body);
    };

    const auto with_system = written(kAll);
    const auto unmarked = written({});
    request.system.clear();
    const auto without = written(kAll);

    EXPECT_EQ(
        with_system,
        R"({"model":"m","max_tokens":4096,"cache_control":{"type":"ephemeral"},"system":[)"
        R"({"type":"text","text":"Be terse.","cache_control":{"type":"ephemeral"}}],)"
        R"("messages":[{"role":"user","content":[{"type":"text","text":"?"}]}],)"
        R"("tools":[{"name":"crop","input_schema":{"type":"object"}}]})"
    );
    EXPECT_EQ(
        without,
        R"({"model":"m","max_tokens":4096,"cache_control":{"type":"ephemeral"},)"
        R"("messages":[{"role":"user","content":[{"type":"text","text":"?"}]}],)"
        R"("tools":[{"name":"crop","input_schema":{"type":"object"},)"
        R"("cache_control":{"type":"ephemeral"}}]})"
    );
    EXPECT_EQ(unmarked.find("ephemeral"), std::string::npos);
}

TEST(AnthropicRequest, WhatIsBeforeTheFirstPictureIsCachedForItself) {  // X2
    std::vector<Message> messages = {
        {Role::User, {TextBlock{"[Previous image: a]"}, TextBlock{"one"}}},
        {Role::Assistant, {TextBlock{"first"}}},
        {Role::User, {picture("cat"), TextBlock{"two"}}}};
    NamedBlobs blobs;
    const auto written = [&] {
        const Request request{.model = "m", .messages = messages, .cache = PromptCache::Asked};
        return blobs.text_of(write_request(request, kAll, ReplyForm::Whole, blobs).value().body);
    };

    const auto before = written();
    messages.push_back({Role::Assistant, {TextBlock{"second"}}});
    messages.push_back({Role::User, {picture("dog"), TextBlock{"three"}}});
    const auto after = written();

    EXPECT_NE(
        before.find(R"({"type":"text","text":"first","cache_control":{"type":"ephemeral"}}]})"),
        std::string::npos
    );
    EXPECT_TRUE(after.starts_with(before.substr(0, before.size() - 2)));
}

TEST(AnthropicRequest, TheLabelOfTheFirstPictureIsNotCachedForItself) {  // X2
    const std::vector<Message> messages = {
        {Role::User, {TextBlock{"one"}}},
        {Role::Assistant, {TextBlock{"first"}}},
        {Role::User, {TextBlock{"[Image: a cat, sha256:1a2b3c4d]"}, picture("cat")}}};
    NamedBlobs blobs;
    const Request request{.model = "m", .messages = messages, .cache = PromptCache::Asked};

    const auto body =
        blobs.text_of(write_request(request, kAll, ReplyForm::Whole, blobs).value().body);

    EXPECT_NE(
        body.find(R"({"type":"text","text":"first","cache_control":{"type":"ephemeral"}}]})"),
        std::string::npos
    );
    EXPECT_NE(
        body.find(R"({"type":"text","text":"[Image: a cat, sha256:1a2b3c4d]"},)"), std::string::npos
    );
}

TEST(AnthropicRequest, AnErrorOfAToolHasWordsAndTheVersionIsTheModels) {
    NamedBlobs blobs;
    const auto wire = write_request(
        {.model = "m",
         .messages =
             {{Role::Assistant, {ToolUseBlock{"t", "f", "{}"}}},
              {Role::User, {ToolResultBlock{"t", {}, true}}}},
         .json_schema = "{}"},
        {.native_schema = false, .api_version = "2026-10-21"},
        ReplyForm::Whole,
        blobs
    );

    ASSERT_TRUE(wire.ok());
    EXPECT_EQ(wire.value().headers[1].second, "2026-10-21");
    const auto body = blobs.text_of(wire.value().body);
    EXPECT_NE(body.find("[The tool gave no message.]"), std::string::npos);
    EXPECT_EQ(body.find("output_config"), std::string::npos);
    EXPECT_EQ(body.find("stream"), std::string::npos);
}

TEST(AnthropicRequest, RefusesWhatCannotBeSent) {
    NamedBlobs blobs;
    const auto code = [&](const Request& request) {
        const auto wire = write_request(request, kAll, ReplyForm::Whole, blobs);
        return wire.ok() ? ErrorCode::Internal : wire.error().code;
    };
    const std::vector<Message> hello = {{Role::User, {TextBlock{"hi"}}}};

    EXPECT_EQ(code({.model = "m"}), ErrorCode::InvalidInput);
    EXPECT_EQ(
        code({.model = "m", .messages = {{Role::User, {picture("lost")}}}}), ErrorCode::FileNotFound
    );
    EXPECT_EQ(
        code({.model = "m", .messages = hello, .tools = {{"f", "", "[1]"}}}),
        ErrorCode::InvalidInput
    );
    EXPECT_EQ(code({.model = "m", .messages = hello, .json_schema = "{"}), ErrorCode::InvalidInput);
}

TEST(AnthropicRequest, AuthenticatesWithTheKeyHeader) {
    EXPECT_EQ(make_anthropic()->authentication("k"), (Headers{{"x-api-key", "k"}}));
    EXPECT_EQ(make_anthropic()->authentication(""), Headers{});
    EXPECT_EQ(make_anthropic()->kind(), "anthropic");
}

}  // namespace
}  // namespace fovea::providers::anthropic
