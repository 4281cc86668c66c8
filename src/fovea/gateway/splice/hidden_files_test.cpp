#include "fovea/gateway/splice/hidden_files.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace fovea::gateway {
namespace {

const std::string kLong(300, 'A');

// Every text that begins with HIDES has a picture in it; one with PDF a document.
std::optional<LiftedText> lift(const std::string& text) {
    if (!text.starts_with("HIDES")) return std::nullopt;
    const bool is_pdf = text.find("PDF") != text.npos;
    return LiftedText{"see \"[it]\"", {{"QUJD", is_pdf ? "application/pdf" : "image/png"}}};
}

std::string lifted(Dialect dialect, const std::string& body) {
    const auto found = lift_hidden_files(dialect, body, lift);
    return found ? (found->has_new_messages ? "new " : "") + found->body : "none";
}

TEST(HiddenFiles, AFileStandsBehindItsTextAndNothingElseChanges) {  // D4
    const std::vector<std::pair<std::string, std::string>> anthropic = {
        {R"({ "x":[1.50],"messages":[{"role":"user","content":"HIDES)" + kLong + R"("} ]})",
         R"({ "x":[1.50],"messages":[{"role":"user","content":[{"type":"text","text":"see \"[it]\""},)"
         R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]} ]})"},
        {R"({"messages":[{"role":"user","content":[{"type":"tool_result","x":1,"content":[{"text":"HIDES)" +
             kLong + R"(","type":"text"}]}]}]})",
         R"({"messages":[{"role":"user","content":[{"type":"tool_result","x":1,"content":[{"text":"see \"[it]\"","type":"text"},)"
         R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}]}]})"},
        {R"({"messages":[{"role":"user","content":[{"type":"text","text":"HIDES PDF)" + kLong +
             R"("}]}]})",
         R"({"messages":[{"role":"user","content":[{"type":"text","text":"see \"[it]\""},)"
         R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QUJD"}}]}]})"}};
    for (const auto& [body, expected] : anthropic) {
        EXPECT_EQ(lifted(Dialect::Anthropic, body), expected);
    }
    EXPECT_EQ(
        lifted(
            Dialect::OpenaiResponses,
            R"({"input":[{"type":"function_call_output","call_id":"c","output":"HIDES)" + kLong +
                R"("}],"store":true})"
        ),
        R"({"input":[{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"see \"[it]\""},)"
        R"({"type":"input_image","detail":"auto","image_url":"data:image/png;base64,QUJD"}]}],"store":true})"
    );
    EXPECT_EQ(
        lifted(Dialect::OpenaiResponses, R"({"input":"HIDES)" + kLong + R"("})"),
        R"({"input":[{"role":"user","content":[{"type":"input_text","text":"see \"[it]\""},)"
        R"({"type":"input_image","detail":"auto","image_url":"data:image/png;base64,QUJD"}]}]})"
    );
    EXPECT_EQ(
        lifted(
            Dialect::Ollama,
            R"({"messages":[{"role":"user","content":"HIDES)" + kLong + R"(","images":["x"]}]})"
        ),
        R"({"messages":[{"role":"user","content":"see \"[it]\"","images":["QUJD","x"]}]})"
    );
}

TEST(HiddenFiles, WhereResultsTakeWordsAloneAFileFollowsTheLastOfThem) {  // D4, 1.2
    const std::string calls = R"({"messages":[{"role":"tool","tool_call_id":"a","content":"HIDES)" +
                              kLong + R"("},{"role":"tool","tool_call_id":"b","content":"ok"})";
    const std::string results =
        R"({"messages":[{"role":"tool","tool_call_id":"a","content":"see \"[it]\""},)"
        R"({"role":"tool","tool_call_id":"b","content":"ok"})";

    EXPECT_EQ(
        lifted(Dialect::OpenaiChat, calls + R"(,{"role":"user","content":"Go on."}]})"),
        "new " + results +
            R"(,{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]})"
            R"(,{"role":"user","content":"Go on."}]})"
    );
    EXPECT_EQ(
        lifted(Dialect::Ollama, calls + "]}"),
        "new " + results + R"(,{"role":"user","content":"","images":["QUJD"]}]})"
    );
}

TEST(HiddenFiles, WhatHasNoPlaceIsLeftToWhoeverUnderstandsTheBody) {
    const auto body = R"({"messages":[{"role":"user","content":"HIDES PDF)" + kLong + R"("}]})";

    EXPECT_EQ(lifted(Dialect::Ollama, body), "none");
    EXPECT_EQ(
        lifted(
            Dialect::Anthropic,
            R"({"messages":[{"role":"assistant","content":"HIDES)" + kLong + "\"}]}"
        ),
        "none"
    );
    EXPECT_EQ(
        lifted(
            Dialect::Anthropic, R"({"messages":[{"role":"user","content":"plain)" + kLong + "\"}]}"
        ),
        "none"
    );
    EXPECT_EQ(lifted(Dialect::Anthropic, "nothing"), "none");
}

}  // namespace
}  // namespace fovea::gateway
