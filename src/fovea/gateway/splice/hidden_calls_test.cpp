#include "fovea/gateway/splice/hidden_calls.hpp"

#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

std::optional<HiddenCalls> find(const std::string& id) {
    if (!id.starts_with("theirs")) return std::nullopt;
    return HiddenCalls{
        {content::ToolUseBlock{"ours", "analyze_image", R"({"q":"\"?"})"}},
        {content::ToolResultBlock{"ours", {content::TextBlock{"It is \"red\"."}}}}};
}

std::string restored(Dialect dialect, const std::string& body) {
    return restore_calls(dialect, body, find).value_or("none");
}

TEST(HiddenCalls, CallsOfOursStandWhereTheyWereAndNothingElseChanges) {  // D4, V2
    EXPECT_EQ(
        restored(
            Dialect::Anthropic,
            R"({ "messages":[{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"theirs","x":1}]},)"
            R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"theirs"}]}],"betas":[1.50]})"
        ),
        R"({ "messages":[{"role":"assistant","content":[{"type":"text","text":"I look."},)"
        R"({"type":"tool_use","id":"ours","name":"analyze_image","input":{"q":"\"?"}},{"type":"tool_use","id":"theirs","x":1}]},)"
        R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"ours","content":"It is \"red\"."},)"
        R"({"type":"tool_result","tool_use_id":"theirs"}]}],"betas":[1.50]})"
    );
    EXPECT_EQ(
        restored(
            Dialect::OpenaiChat,
            R"({"messages":[{"role":"assistant","tool_calls":[{"id":"theirs"},{"id":"theirs_2"}],"x":1},{"role":"tool","tool_call_id":"theirs"}]})"
        ),
        R"({"messages":[{"role":"assistant","tool_calls":[{"id":"ours","type":"function","function":{"name":"analyze_image",)"
        R"("arguments":"{\"q\":\"\\\"?\"}"}},{"id":"theirs"},{"id":"theirs_2"}],"x":1},)"
        R"({"role":"tool","tool_call_id":"ours","content":"It is \"red\"."},{"role":"tool","tool_call_id":"theirs"}]})"
    );
    EXPECT_EQ(
        restored(
            Dialect::OpenaiResponses,
            R"({"input":[{"type":"custom_tool_call","call_id":"theirs"},{"type":"function_call","call_id":"theirs_2"}]})"
        ),
        R"({"input":[{"type":"function_call","call_id":"ours","name":"analyze_image","arguments":"{\"q\":\"\\\"?\"}"},)"
        R"({"type":"function_call_output","call_id":"ours","output":"It is \"red\"."},)"
        R"({"type":"custom_tool_call","call_id":"theirs"},{"type":"function_call","call_id":"theirs_2"}]})"
    );
    EXPECT_EQ(
        restored(
            Dialect::Ollama,
            R"({"messages":[{"role":"assistant","tool_calls":[{"id":"theirs"}]},{"role":"tool"}]})"
        ),
        R"({"messages":[{"role":"assistant","tool_calls":[{"id":"ours","function":{"name":"analyze_image","arguments":{"q":"\"?"}}},{"id":"theirs"}]},)"
        R"({"role":"tool","tool_call_id":"ours","tool_name":"analyze_image","content":"It is \"red\"."},{"role":"tool"}]})"
    );
}

TEST(HiddenCalls, WhatHasNoneOrNoPlaceStaysAsItIs) {
    for (const auto dialect :
         {Dialect::Anthropic, Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Ollama}) {
        EXPECT_EQ(
            restored(dialect, R"({"messages":[{"role":"user","content":"hi"}],"input":[]})"), "none"
        );
        EXPECT_EQ(restored(dialect, "[]"), "none");
    }
    // Its results have not come.
    EXPECT_EQ(
        restored(
            Dialect::Anthropic,
            R"({"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"theirs"}]}]})"
        ),
        "none"
    );
}

}  // namespace
}  // namespace fovea::gateway
