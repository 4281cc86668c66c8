#include "fovea/providers/ollama/ollama.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gtest/gtest.h>

namespace fovea::providers::ollama {
namespace {

using content::DocumentBlock;
using content::Message;
using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

TEST(OllamaRequest, WritesAWholeConversation) {  // C1, C3, P1
    const Request request{
        .model = "qwen3-vl",
        .system = "Be terse.",
        .messages =
            {{Role::System, {TextBlock{"Answer in French."}}},
             {Role::User, {TextBlock{"What"}, picture("cat"), picture("map"), TextBlock{"is it?"}}},
             {Role::Assistant,
              {ThinkingBlock{"hm", "", "ollama"},
               ToolUseBlock{"a", "crop", R"({"x": 3})"},
               ToolUseBlock{"b", "look", ""}}},
             {Role::User,
              {ToolResultBlock{"b", {TextBlock{"broken"}}, true},
               ToolResultBlock{"a", {TextBlock{"ok"}, picture("dog")}, false}}}},
        .tools = {{"crop", "Cuts.", R"({"type":"object"})"}},
        .json_schema = R"({"type":"object"})",
        .max_output_tokens = 512};
    NamedBlobs blobs;

    const auto wire =
        write_request(request, {.tool_result_images = true}, ReplyForm::Stream, blobs);

    ASSERT_TRUE(wire.ok()) << wire.error().message;
    EXPECT_EQ(wire.value().path, "/api/chat");
    EXPECT_EQ(
        blobs.text_of(wire.value().body),
        R"({"model":"qwen3-vl","stream":true,"truncate":false,"messages":[)"
        R"({"role":"system","content":"Be terse.\n\nAnswer in French."},)"
        R"({"role":"user","content":"What\nis it?","images":["<cat>","<map>"]},)"
        R"({"role":"assistant","content":"","thinking":"hm","tool_calls":[)"
        R"({"function":{"name":"crop","arguments":{"x":3}}},)"
        R"({"function":{"name":"look","arguments":{}}}]},)"
        R"({"role":"tool","tool_name":"crop","content":"ok"},)"
        R"({"role":"tool","tool_name":"look","content":"Error:\nbroken"},)"
        R"({"role":"user","content":"Image 1 (from tool call a):","images":["<dog>"]}],)"
        R"("tools":[{"type":"function","function":{"name":"crop","description":"Cuts.",)"
        R"("parameters":{"type":"object"}}}],"format":{"type":"object"},)"
        R"("options":{"num_predict":512}})"
    );
    EXPECT_EQ(
        wire.value().images,
        (std::vector<WireImage>{
            {"messages.1.images.0", blob("cat")},
            {"messages.1.images.1", blob("map")},
            {"messages.5.images.0", blob("dog")}})
    );
}

TEST(OllamaRequest, WhatItCannotCarryBecomesText) {  // P2
    NamedBlobs blobs;
    const auto wire = write_request(
        {.model = "m",
         .messages =
             {{Role::User,
               {picture_at("https://e.org/a.png"),
                DocumentBlock{.source = blob("pdf"), .mime = "application/pdf"}}}}},
        {.pdf = true, .url_images = true},
        ReplyForm::Whole,
        blobs
    );

    ASSERT_TRUE(wire.ok());
    EXPECT_EQ(
        blobs.text_of(wire.value().body),
        R"({"model":"m","stream":false,"truncate":false,"messages":[{"role":"user",)"
        R"("content":"[Image: no description]\n[Document: application/pdf]"}],)"
        R"("options":{"num_predict":4096}})"
    );
}

TEST(OllamaRequest, RefusesWhatCannotBeSent) {
    NamedBlobs blobs;
    const auto code = [&](const Request& request) {
        const auto wire = write_request(request, {}, ReplyForm::Whole, blobs);
        return wire.ok() ? ErrorCode::Internal : wire.error().code;
    };

    EXPECT_EQ(code({.model = "m"}), ErrorCode::InvalidInput);
    EXPECT_EQ(
        code({.model = "m", .messages = {{Role::User, {picture("lost")}}}}), ErrorCode::FileNotFound
    );
    EXPECT_EQ(
        code({.model = "m", .messages = {{Role::User, {TextBlock{"a"}}}}, .json_schema = "\"json\""}
        ),
        ErrorCode::InvalidInput
    );
}

TEST(OllamaRequest, AuthenticatesOnlyWithAKey) {
    EXPECT_EQ(make_ollama()->authentication("k"), (Headers{{"authorization", "Bearer k"}}));
    EXPECT_EQ(make_ollama()->authentication(""), Headers{});
    EXPECT_EQ(make_ollama()->kind(), "ollama");
}

}  // namespace
}  // namespace fovea::providers::ollama
