#include "fovea/gateway/inbound/test_inbound.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/gateway/tool_names.hpp"

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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ParsedRequest parsed(std::string_view body) {
    auto request = read(Dialect::OpenaiResponses, body);
    EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().message);
    return request.ok() ? std::move(request).value() : ParsedRequest{};
}

TEST(ReadOpenAiResponses, AWholeConversation) {  // D4, C1, C3
    const auto request = parsed(
        R"({"model":"gpt-x","instructions":"Be brief.","max_output_tokens":100,"stream":true,"store":false,
        "input":[
         {"role":"developer","content":"Be kind."},
         {"type":"message","role":"user","content":[{"type":"input_text","text":"Look:"},
          {"type":"input_image","image_url":"data:image/png;base64,)" +
        base64_of("cat") + R"(","detail":"high"},
          {"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,)" +
        base64_of("pdf") + R"("},
          {"type":"input_file","file_url":"https://example.org/b.pdf"}]},
         {"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"gAAA="},
         {"type":"message","role":"assistant","content":[{"type":"output_text","text":"I shall.","annotations":[]}]},
         {"type":"function_call","call_id":"c1","name":"shot","arguments":"{\"x\":[1]}"},
         {"type":"custom_tool_call","call_id":"c2","name":"patch","input":"words"},
         {"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"ok"},
          {"type":"input_image","image_url":"data:image/png;base64,)" +
        base64_of("dog") + R"("}]},
         {"type":"custom_tool_call_output","call_id":"c2","output":"done"},
         {"type":"web_search_call","id":"ws_1","status":"completed"}]})"
    );

    EXPECT_EQ(request.system, "Be brief.\n\nBe kind.");
    EXPECT_EQ(request.max_output_tokens, 100U);
    EXPECT_TRUE(request.streams);
    EXPECT_THAT(request.dropped, ElementsAre("web_search_call"));
    EXPECT_EQ(
        request.messages,
        (std::vector<Message>{
            {Role::User,
             {TextBlock{"Look:"},
              image_of("cat"),
              document_of("pdf", "a.pdf"),
              content::DocumentBlock{
                  .source = content::UrlRef{"https://example.org/b.pdf"},
                  .mime = "application/pdf"}}},
            {Role::Assistant, {ThinkingBlock{"hm", "gAAA=", "openai_responses"}}},
            {Role::Assistant, {TextBlock{"I shall."}}},
            {Role::Assistant, {ToolUseBlock{"c1", "shot", R"({"x":[1]})"}}},
            {Role::Assistant, {ToolUseBlock{"c2", "patch", R"({"input":"words"})"}}},
            {Role::User, {ToolResultBlock{"c1", {TextBlock{"ok"}, image_of("dog")}}}},
            {Role::User, {ToolResultBlock{"c2", {TextBlock{"done"}}}}}})
    );
}

TEST(ReadOpenAiResponses, WhatIsAskedForBesidesAnAnswer) {  // D4
    const auto request = parsed(
        R"({"model":"m","input":"hi","temperature":0.5,"top_p":0.9,"reasoning":{"effort":"high","summary":"auto"},
        "text":{"verbosity":"low","format":{"type":"json_schema","name":"a","schema":{"type":"object"}}},
        "parallel_tool_calls":true,"tool_choice":{"type":"function","name":"shot"},"metadata":{"a":"b"},
        "tools":[{"type":"function","name":"shot","parameters":{"type":"object"},"strict":false},
         {"type":"custom","name":"patch","format":{"type":"grammar","syntax":"lark","definition":"start: /.+/"}},
         {"type":"web_search"}],"include":["reasoning.encrypted_content"],"max_tool_calls":3})"
    );

    EXPECT_EQ(
        request.wishes,
        (providers::Wishes{
            .temperature = 0.5,
            .top_p = 0.9,
            .tool_choice = providers::ToolChoice::One,
            .chosen_tool = "shot",
            .parallel_calls = true,
            .effort = providers::Effort::High,
            .thinking_summary = "auto",
            .verbosity = "low"})
    );
    EXPECT_EQ(request.messages, (std::vector<Message>{{Role::User, {TextBlock{"hi"}}}}));
    EXPECT_EQ(request.json_schema, R"({"type":"object"})");
    ASSERT_EQ(request.tools.size(), 2U);
    EXPECT_THAT(request.tools[1].description, HasSubstr("start: /.+/"));
    EXPECT_THAT(request.free_text_tools, ElementsAre("patch"));
    EXPECT_THAT(request.dropped, ElementsAre("tools[2] (web_search)", "max_tool_calls"));
    EXPECT_THAT(request.echo, HasSubstr(R"("metadata":{"a":"b"})"));
}

// Whoever keeps it may be asked to go on with it; nobody else may.
TEST(ReadOpenAiResponses, WhatLiesWithItsServerIsNamed) {  // D4
    const std::string hi = R"({"role":"user","content":"hi"})";
    const auto stored = parsed(R"({"model":"m","input":"x","previous_response_id":"resp_1"})");
    const auto item =
        parsed(R"({"model":"m","input":[{"type":"item_reference","id":"x"},)" + hi + "]}");
    const auto all = parsed(R"({"model":"m","input":"x"})");

    EXPECT_EQ(stored.lies_with_server, "previous_response_id");
    EXPECT_THAT(stored.dropped, testing::IsEmpty());
    EXPECT_EQ(item.lies_with_server, "input[0]");
    EXPECT_EQ(all.lies_with_server, "");
    EXPECT_THAT(
        check_is_complete(stored).error().message, HasSubstr("previous_response_id: conversations")
    );
    EXPECT_TRUE(check_is_complete(all).ok());
}

TEST(ReadOpenAiResponses, WhatIsKeptElsewhereIsRefused) {  // D4
    const auto problem = [](const std::string& rest) {
        return problem_of(Dialect::OpenaiResponses, R"({"model":"m",)" + rest + "}");
    };
    EXPECT_THAT(problem(R"("input":"x","background":true)"), HasSubstr("background: "));
    EXPECT_THAT(problem(R"("input":[])"), HasSubstr("input: at least one of the user is needed"));
    EXPECT_THAT(problem(R"("input":7)"), HasSubstr("input: neither"));
    EXPECT_THAT(
        problem(R"("input":[{"role":"user","content":[{"type":"input_image","image_url":"x"}]}])"),
        HasSubstr("input[0].content[0].image_url: ")
    );
}

TEST(ReadOpenAiResponses, ToolsInNamespacesHaveNamesThatModelsTake) {  // D4
    const auto read = parsed(R"({"model":"m","tools":[],"input":[
        {"type":"additional_tools","role":"developer","tools":[
            {"type":"namespace","name":"functions","tools":[{"type":"custom","name":"exec","description":"Runs."}]},
            {"type":"namespace","name":"clock","tools":[{"type":"function","name":"now","parameters":{"type":"object"}}]}]},
        {"type":"message","role":"user","content":"What time is it?"},
        {"type":"function_call","call_id":"c1","name":"now","namespace":"clock","arguments":"{}"},
        {"type":"function_call_output","call_id":"c1","output":"noon"},
        {"type":"additional_tools","tools":[{"type":"namespace","name":"clock","tools":[{"type":"function","name":"now"}]}]}]})"
    );

    ASSERT_EQ(read.tools.size(), 2u);
    EXPECT_EQ(read.tools[0].name, "functions__exec");
    EXPECT_EQ(read.tools[1].name, "clock__now");
    EXPECT_EQ(std::get<content::ToolUseBlock>(read.messages[1].content[0]).name, "clock__now");
    EXPECT_EQ(their_name(read, "functions__exec"), "exec");
    EXPECT_EQ(their_space(read, "functions__exec"), "functions");
    EXPECT_THAT(read.dropped, IsEmpty());

    // And in the answer as the program knows them.
    providers::Reply reply;
    reply.content.emplace_back(content::ToolUseBlock{"c2", "functions__exec", R"({"input":"ls"})"});
    const auto answer = make_writer(Dialect::OpenaiResponses, read, {.id = "1"})->whole(reply);
    EXPECT_THAT(answer, HasSubstr(R"("type":"custom_tool_call")"));
    EXPECT_THAT(answer, HasSubstr(R"("name":"exec","namespace":"functions")"));
}

}  // namespace
}  // namespace fovea::gateway
