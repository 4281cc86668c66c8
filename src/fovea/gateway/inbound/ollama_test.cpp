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
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ParsedRequest parsed(std::string_view body) {
    auto request = read(Dialect::Ollama, body);
    EXPECT_TRUE(request.ok()) << (request.ok() ? "" : request.error().message);
    return request.ok() ? std::move(request).value() : ParsedRequest{};
}

TEST(ReadOllama, AWholeConversation) {  // D4, C1, C3
    const auto request = parsed(
        R"({"model":"llava","messages":[
        {"role":"system","content":"Be brief."},
        {"role":"user","content":"Look:","images":[")" +
        base64_of("cat") + R"("]},
        {"role":"assistant","content":"I shall.","thinking":"hm","tool_calls":[
         {"function":{"name":"shot","arguments":{"x":[1]}}},{"function":{"name":"crop","arguments":{}}},
         {"id":"c9","function":{"name":"crop","arguments":{}}}]},
        {"role":"tool","tool_name":"crop","content":"no"},
        {"role":"tool","tool_name":"shot","content":"ok"},
        {"role":"tool","tool_call_id":"c9","content":"yes"}]})"
    );

    EXPECT_EQ(request.system, "Be brief.");
    EXPECT_TRUE(request.streams);
    EXPECT_EQ(
        request.messages,
        (std::vector<Message>{
            {Role::User, {TextBlock{"Look:"}, image_of("cat")}},
            {Role::Assistant,
             {ThinkingBlock{"hm", "", "ollama"},
              TextBlock{"I shall."},
              ToolUseBlock{"call_1", "shot", R"({"x":[1]})"},
              ToolUseBlock{"call_2", "crop", "{}"},
              ToolUseBlock{"c9", "crop", "{}"}}},
            {Role::User, {ToolResultBlock{"call_2", {TextBlock{"no"}}}}},
            {Role::User, {ToolResultBlock{"call_1", {TextBlock{"ok"}}}}},
            {Role::User, {ToolResultBlock{"c9", {TextBlock{"yes"}}}}}})
    );
}

TEST(ReadOllama, WhatIsAskedForBesidesAnAnswer) {  // D4
    const auto request = parsed(
        R"({"model":"m","messages":[{"role":"user","content":"hi"}],"stream":false,"format":{"type":"object"},
        "think":"high","keep_alive":"5m","options":{"temperature":0.5,"top_k":7,"stop":["END"],"seed":3,
        "num_predict":-1,"num_ctx":4096,"min_p":0.1}})"
    );

    EXPECT_FALSE(request.streams);
    EXPECT_EQ(
        request.wishes,
        (providers::Wishes{
            .temperature = 0.5,
            .top_k = 7,
            .seed = 3,
            .stop = {"END"},
            .effort = providers::Effort::High})
    );
    EXPECT_EQ(request.json_schema, R"({"type":"object"})");
    EXPECT_EQ(request.max_output_tokens, std::nullopt);
    EXPECT_THAT(request.dropped, ElementsAre("options.min_p"));
}

TEST(ReadOllama, WhatNoServerWouldTakeIsNamedWithItsPlace) {  // D4
    const auto problem = [](const std::string& rest) {
        return problem_of(Dialect::Ollama, R"({"model":"m","messages":)" + rest + "}");
    };
    EXPECT_THAT(problem("[]"), HasSubstr("messages: "));
    EXPECT_THAT(problem(R"([{"role":"user","images":[1]}])"), HasSubstr("messages[0].images[0]: "));
    EXPECT_THAT(
        problem(R"([{"role":"user","content":"x"}],"format":"xml")"), HasSubstr("format: ")
    );
}

}  // namespace
}  // namespace fovea::gateway
