#include "fovea/protocol/claude/input_line.hpp"

#include <gtest/gtest.h>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

template <class Line>
Line parsed(std::string_view line) {
    auto result = parse_input_line(line);
    EXPECT_TRUE(result.ok()) << line;
    return std::get<Line>(std::move(result).value());
}

TEST(ClaudeInputLine, TakesMessagesAsWordsAndAsBlocks) {  // H8
    const auto words = parsed<UserLine>(
        R"({"type":"user","message":{"role":"user","content":"hi"},"session_id":"","priority":1})"
    );
    const auto blocks = parsed<UserLine>(
        R"({"type":"user","uuid":"u1","message":{"content":[
            {"type":"text","text":"a","cache_control":{"type":"ephemeral"}},
            {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA==","x":1}},
            {"type":"image","source":{"type":"file","file_id":"sha256:abc"}},
            {"type":"document","title":"a.pdf","citations":{},"source":{"type":"url","url":"https://x"}},
            {"type":"document","source":{"type":"text","media_type":"text/plain","data":"words"}}]}})"
    );

    EXPECT_EQ(words.content, json::value("hi"));
    EXPECT_EQ(blocks.uuid, "u1");
    EXPECT_EQ(blocks.content, json::parse(R"([
            {"type":"text","text":"a"},
            {"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}},
            {"type":"image","source":{"type":"ref","sha256":"abc"}},
            {"type":"document","source":{"type":"url","url":"https://x"},"filename":"a.pdf"},
            {"type":"text","text":"words"}])"));
}

TEST(ClaudeInputLine, TextsCutInsideACharacterAreMended) {  // H8
    const auto half =
        parsed<UserLine>(R"({"type":"user","message":{"role":"user","content":"half \ud83d"}})");
    EXPECT_EQ(half.content, json::value("half �"));
}

TEST(ClaudeInputLine, ReadsTheControlProtocol) {  // H8
    const auto request = parsed<ControlRequest>(
        R"({"type":"control_request","request_id":"r1","request":{"subtype":"set_model","model":"m"}})"
    );
    const auto allowed = parsed<ControlResponse>(
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r2",
            "response":{"behavior":"allow"}}})"
    );
    const auto failed = parsed<ControlResponse>(
        R"({"type":"control_response","response":{"subtype":"error","request_id":"r3","error":"no"}})"
    );

    EXPECT_EQ(request.id, "r1");
    EXPECT_EQ(request.subtype, "set_model");
    EXPECT_EQ(request.request.at("model"), "m");
    EXPECT_EQ(allowed.id, "r2");
    EXPECT_EQ(allowed.response.at("behavior"), "allow");
    EXPECT_EQ(failed.error, "no");
    EXPECT_EQ(
        parsed<ControlCancel>(R"({"type":"control_cancel_request","request_id":"x"})").id, "x"
    );
}

TEST(ClaudeInputLine, PassesOverWhatNobodyKnowsHere) {  // H8
    EXPECT_EQ(parsed<PassedOver>(R"({"type":"keep_alive"})").type, "keep_alive");
    EXPECT_EQ(parsed<PassedOver>(R"({"type":7})").type, "");
    EXPECT_EQ(parsed<ControlRequest>(R"({"type":"control_request","request":3})").subtype, "");
}

TEST(ClaudeInputLine, RefusesWhatHasNoMeaning) {  // H8
    for (const auto* const line :
         {"",
          "{",
          "[]",
          "null",
          R"({"type":"user"})",
          R"({"type":"user","message":"hi"})",
          R"({"type":"user","message":{"content":3}})"}) {
        const auto result = parse_input_line(line);
        ASSERT_FALSE(result.ok()) << line;
        EXPECT_EQ(result.error().code, ErrorCode::InvalidInput);
    }
    EXPECT_FALSE(parse_input_line(std::string(100'000, '[')).ok());
}

}  // namespace
}  // namespace fovea::protocol::claude
