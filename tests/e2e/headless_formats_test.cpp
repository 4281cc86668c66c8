// What fovea -p says, in each of its formats: the frames, their order, and what they hold.
#include <gmock/gmock.h>

#include "e2e/headless_fixture.hpp"

namespace fovea::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr std::string_view kFixtures = R"([
    {"match": {"toolCallId": "call_2"}, "response": {"content": "One is missing."}},
    {"match": {"toolCallId": "call_1"}, "response": {"content": "The file says hello."}},
    {"match": {"userMessage": "read"}, "response": {"content": "I shall look.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}}]}},
    {"match": {"userMessage": "two"}, "response": {"content": "Both.", "toolCalls":
        [{"id": "call_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}},
         {"id": "call_2", "name": "filesystem_read", "arguments": {"path": "nothing.txt"}}]}},
    {"match": {}, "chunkSize": 4, "response": {"content": "A red square.",
     "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";

class HeadlessFormats : public Headless {
protected:
    void SetUp() override {
        Headless::SetUp();
        if (!IsSkipped()) start(kFixtures);
    }
};

// What differs from run to run.
boost::json::object without_times(boost::json::object frame) {
    for (const auto* const name : {"duration_ms", "duration_api_ms", "session_id"}) {
        EXPECT_TRUE(frame.contains(name)) << name;
        frame.erase(name);
    }
    return frame;
}

TEST_F(HeadlessFormats, TextIsTheFinalMessageAndNothingElse) {  // H2, CAL-HL-1, CAL-HL-3
    const auto plain = run({"-p", "What is this?"});
    const auto with_tool = run({"-p", "read it"});

    EXPECT_EQ(plain.exit_code, 0);
    EXPECT_EQ(plain.out, "A red square.\n");
    EXPECT_EQ(plain.err, "");
    EXPECT_EQ(with_tool.out, "The file says hello.\n");
}

TEST_F(HeadlessFormats, JsonIsTheLastFrameOfTheStream) {  // H2, CAL-HL-4, CAL-HL-11, CAL-HL-27
    for (const std::string prompt : {"What is this?", "read it"}) {
        const auto one = json({"-p", prompt});
        const auto many = stream({"-p", prompt});

        EXPECT_EQ(without_times(one.result()), without_times(many.result()));
        EXPECT_EQ(many.text("type"), "result");
        EXPECT_THAT(of_type(many.frames, "result"), SizeIs(1));
    }
    const auto result = json({"-p", "What is this?"}).result();
    EXPECT_EQ(result.at("subtype").as_string(), "success");
    EXPECT_FALSE(result.at("is_error").as_bool());
    EXPECT_EQ(result.at("result").as_string(), "A red square.");
    EXPECT_EQ(result.at("turns").to_number<int>(), 1);
    EXPECT_EQ(result.at("num_turns").to_number<int>(), 1);
    EXPECT_EQ(result.at("total_input_tokens").to_number<int>(), 11);
    EXPECT_EQ(result.at("total_output_tokens").to_number<int>(), 4);
    EXPECT_EQ(result.at("usage").at("input_tokens").to_number<int>(), 11);
    EXPECT_EQ(result.at("stop_reason").as_string(), "stop");
    EXPECT_GT(result.at("total_cost_usd").to_number<double>(), 0);
    EXPECT_FALSE(result.contains("error"));
    EXPECT_FALSE(result.contains("structured_output"));
}

TEST_F(HeadlessFormats, TheStreamBeginsWithInit) {  // H2, CAL-HL-5, CAL-HL-31
    const auto run = stream({"-p", "What is this?"});

    EXPECT_THAT(types_of(run.frames), ElementsAre("system/init", "message", "result"));
    const auto& init = run.frames.front();
    EXPECT_EQ(init.at("model").as_string(), kModel);
    EXPECT_THAT(boost::json::serialize(init.at("tools")), HasSubstr("filesystem_read"));
    EXPECT_TRUE(init.at("mcp_servers").is_array());
    EXPECT_TRUE(init.at("plugins").is_array());
    ASSERT_THAT(init.at("settings_sources").as_array(), SizeIs(1));
    EXPECT_EQ(init.at("settings_sources").at(0).as_string(), path("config.toml"));
    EXPECT_THAT(std::string(init.at("pricing").at("as_of").as_string()), SizeIs(10));
    EXPECT_EQ(init.at("session_id"), run.result().at("session_id"));
}

TEST_F(HeadlessFormats, ACallOfAToolIsToldTwiceAndTheMessageIsTheRecord) {  // CAL-HL-6, CAL-HL-12
    const auto run = stream({"-p", "read it"});

    EXPECT_THAT(
        types_of(run.frames),
        ElementsAre("system/init", "tool_use", "tool_result", "message", "message", "result")
    );
    const auto& use = run.frames[1];
    EXPECT_EQ(use.at("id").as_string(), "call_1");
    EXPECT_EQ(use.at("name").as_string(), "filesystem_read");
    EXPECT_EQ(boost::json::serialize(use.at("input")), R"({"path":"note.txt"})");
    const auto& told = run.frames[2];
    EXPECT_EQ(told.at("tool_use_id").as_string(), "call_1");
    EXPECT_FALSE(told.at("is_error").as_bool());
    EXPECT_THAT(boost::json::serialize(told.at("content")), HasSubstr("hello"));
    const auto& message = run.frames[3];
    EXPECT_EQ(message.at("role").as_string(), "assistant");
    ASSERT_THAT(message.at("content").as_array(), SizeIs(2));
    EXPECT_EQ(message.at("content").at(0).at("text").as_string(), "I shall look.");
    EXPECT_EQ(message.at("content").at(1), boost::json::value(use));
    EXPECT_EQ(run.result().at("turns").to_number<int>(), 2);
}

TEST_F(HeadlessFormats, EveryCallHasItsResultBeforeTheMessageEnds) {  // A1, CAL-HL-6
    const auto run = stream({"-p", "two of them"});

    const auto uses = of_type(run.frames, "tool_use");
    const auto results = of_type(run.frames, "tool_result");
    ASSERT_THAT(uses, SizeIs(2));
    ASSERT_THAT(results, SizeIs(2));
    for (const auto& result : results) {
        EXPECT_EQ(result.at("is_error").as_bool(), result.at("tool_use_id") == "call_2");
    }
    EXPECT_EQ(run.frames[5].at("type").as_string(), "message");
    EXPECT_EQ(run.text("result"), "One is missing.");
}

TEST_F(HeadlessFormats, PiecesComeOnlyWhereTheyAreAskedFor) {  // CAL-HL-7
    const auto run = stream({"-p", "read it", "--include-partial-messages"});

    const auto pieces = of_type(run.frames, "content_block_delta");
    std::string words;
    std::string input;
    for (const auto& piece : pieces) {
        const auto& delta = piece.at("delta").as_object();
        if (delta.at("type") == "text_delta") words += delta.at("text").as_string();
        if (delta.at("type") == "input_json_delta") input += delta.at("partial_json").as_string();
        EXPECT_EQ(piece.at("index").to_number<int>(), delta.at("type") == "text_delta" ? 0 : 1);
    }
    EXPECT_EQ(words, "I shall look.The file says hello.");
    EXPECT_EQ(boost::json::parse(input), boost::json::parse(R"({"path": "note.txt"})"));
    EXPECT_EQ(run.frames[1].at("type").as_string(), "content_block_delta");
    EXPECT_THAT(of_type(run.frames, "message"), SizeIs(2));
    EXPECT_THAT(of_type(stream({"-p", "hi"}).frames, "content_block_delta"), SizeIs(0));
}

TEST_F(HeadlessFormats, ARetryIsToldWhenItHappens) {  // P4, CAL-HL-8
    for (const auto& [status, category] :
         {std::pair{529, "overloaded"}, {429, "rate_limit"}, {500, "server_error"}}) {
        upstream_->fail_next(status);
        const auto run = stream({"-p", "What is this?"});

        EXPECT_THAT(
            types_of(run.frames),
            ElementsAre("system/init", "system/api_retry", "message", "result")
        );
        const auto& retry = run.frames[1];
        EXPECT_EQ(retry.at("error_status").to_number<int>(), status);
        EXPECT_EQ(retry.at("error_category").as_string(), category);
        EXPECT_EQ(retry.at("attempt").to_number<int>(), 1);
        EXPECT_GE(retry.at("max_retries").to_number<int>(), 1);
        EXPECT_GE(retry.at("retry_delay_ms").to_number<int>(), 0);
        EXPECT_EQ(run.result().at("retries").to_number<int>(), 1);
        EXPECT_THAT(run.err, HasSubstr("trying again"));
        EXPECT_EQ(run.exit_code, 0);
    }
}

TEST_F(HeadlessFormats, WhatWasSaidComesBackWhereItIsAskedFor) {  // CAL-HL-9
    const auto run = stream({"-p", "What is this?", "--replay-user-messages"});

    EXPECT_THAT(types_of(run.frames), ElementsAre("system/init", "user", "message", "result"));
    EXPECT_EQ(
        boost::json::serialize(run.frames[1]),
        R"({"type":"user","content":[{"type":"text","text":"What is this?"}]})"
    );
}

TEST_F(HeadlessFormats, StandardOutputCarriesOnlyTheFormat) {  // H2, CAL-HL-5
    const auto run = stream({"-p", "hi", "--model", "compatible/a-model-that-sees"});

    EXPECT_EQ(run.out.back(), '\n');
    EXPECT_THAT(run.err, HasSubstr("price"));
    const auto local = this->run({"-p", "hi", "--model", "local/ocr", "--image", "note.txt"});
    EXPECT_EQ(local.out, "");
    EXPECT_THAT(local.err, HasSubstr("UNSUPPORTED_FILE_TYPE"));
}

}  // namespace
}  // namespace fovea::testing
