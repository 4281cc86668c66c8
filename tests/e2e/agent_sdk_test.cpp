// The official Claude Agent SDK with fovea-claude as its executable and aimock behind: what a program
// that was written for Claude Code gets from Fovea (H8).
#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/aimock.hpp"
#include "support/node_tests.hpp"
#include "support/test_paths.hpp"
#include "support/workbench.hpp"

namespace fovea::testing {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// The slow one would need minutes to its end; nobody waits for it.
constexpr std::string_view kFixtures = R"([
    {"match": {"userMessage": "hello"}, "response": {"content": "Hello."}},
    {"match": {"userMessage": "read it", "hasToolResult": false}, "response": {"toolCalls":
        [{"id": "toolu_1", "name": "filesystem_read", "arguments": {"path": "note.txt"}}]}},
    {"match": {"userMessage": "read it"}, "response": {"content": "It says good day."}},
    {"match": {"userMessage": "slow"}, "latency": 200, "chunkSize": 1, "response": {"content":
        ")";

constexpr std::string_view kMoreFixtures = R"("}},
    {"match": {"userMessage": "as JSON"}, "response": {"content": "{\"colour\": \"red\"}"}},
    {"match": {}, "response": {"content": "A red square.",
        "usage": {"prompt_tokens": 11, "completion_tokens": 4, "total_tokens": 15}}}])";

using Frames = std::vector<json::object>;

class AgentSdk : public ::testing::Test {
protected:
    void SetUp() override {
        if (!node_tests_installed()) GTEST_SKIP() << Aimock::kMissing;
        const auto long_answer = std::string(2000, 'a');
        upstream_ = std::make_unique<Aimock>(
            std::string(kFixtures) + long_answer + std::string(kMoreFixtures)
        );
    }

    void configure(std::string_view more = {}) {
        bench_ = std::make_unique<Workbench>(upstream_->url(), more);
        std::ofstream(bench_->folder() / "note.txt") << "good day\n";
    }

    // What the SDK heard of these messages; `scenario` is more of what tests/node/agent_sdk.mjs takes.
    Frames hear(json::array messages, json::object options = {}, json::object scenario = {}) {
        if (!bench_) configure();
        options["model"] = "anthropic/claude-opus-4-7";
        options["extraArgs"] = {
            {"config", (bench_->folder() / "config.toml").string()},
            {"data", (bench_->folder() / "data").string()}};
        scenario["messages"] = std::move(messages);
        scenario["options"] = std::move(options);
        scenario["executable"] = test_paths::program("fovea-claude");
        scenario["cwd"] = bench_->folder().string();
        const auto done = run_program(
            {"/usr/bin/env",
             "FOVEA_TEST_KEY=key-for-tests",
             "XDG_CACHE_HOME=" + (bench_->folder() / "cache").string(),
             "XDG_CONFIG_HOME=" + (bench_->folder() / "none").string(),
             node_program(),
             node_tests_folder() + "/agent_sdk.mjs"},
            json::serialize(scenario)
        );
        EXPECT_EQ(done.exit_code, 0) << done.err;
        Frames frames;
        for (const auto& line : split(done.out, '\n')) {
            if (!line.empty()) frames.push_back(json::parse(line).as_object());
        }
        EXPECT_FALSE(frames.empty()) << done.err;
        return frames;
    }

    std::unique_ptr<Aimock> upstream_;
    std::unique_ptr<Workbench> bench_;
};

Frames of_type(const Frames& frames, std::string_view type) {
    Frames found;
    for (const auto& frame : frames) {
        if (frame.at("type").as_string() == type) found.push_back(frame);
    }
    return found;
}

std::vector<std::string> types_of(const Frames& frames) {
    std::vector<std::string> types;
    for (const auto& frame : frames) types.emplace_back(frame.at("type").as_string());
    return types;
}

std::string to_base64(std::string_view file) {
    std::string text(base64_size(file.size()), '\0');
    EXPECT_TRUE(encode_base64(as_bytes(file), text).ok());
    return text;
}

TEST_F(AgentSdk, RunsATurnWithAPicture) {  // H8, CAL-HL-13
    configure();
    const auto file =
        read_whole_file(bench_->picture("red.png", {"plain", "30", "20", "200,30,30"}));
    const auto base64 = to_base64(file);
    const json::value picture{
        {"type", "image"},
        {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", base64}}}};
    const json::value words{{"type", "text"}, {"text", "What is this?"}};

    const auto frames = hear(json::array{json::array{words, picture}});

    EXPECT_THAT(types_of(frames), ElementsAre("system", "assistant", "result", "end"));
    const auto& result = frames[2];
    EXPECT_EQ(result.at("subtype"), "success");
    EXPECT_EQ(result.at("result"), "A red square.");
    EXPECT_EQ(result.at("usage").at("input_tokens"), 11);
    EXPECT_EQ(result.at("modelUsage").at("anthropic/claude-opus-4-7").at("outputTokens"), 4);
    EXPECT_THAT(std::string(result.at("session_id").as_string()), SizeIs(36));
    EXPECT_FALSE(frames[3].contains("error"));
    const auto requests = asking_models(upstream_->requests());
    ASSERT_THAT(requests, SizeIs(1));
    EXPECT_THAT(requests[0].body, HasSubstr(base64));
    for (const auto& frame : frames) {
        EXPECT_THAT(json::serialize(frame), Not(HasSubstr(base64)));
    }
}

TEST_F(AgentSdk, HearsOfACallOfATool) {  // H8
    const auto frames = hear(json::array{"read it"});

    EXPECT_THAT(
        types_of(frames), ElementsAre("system", "assistant", "user", "assistant", "result", "end")
    );
    const auto& use = frames[1].at("message").at("content").at(0);
    EXPECT_EQ(use.at("name"), "filesystem_read");
    EXPECT_EQ(use.at("input").at("path"), "note.txt");
    const auto& answer = frames[2].at("message").at("content").at(0);
    EXPECT_EQ(answer.at("tool_use_id"), use.at("id"));
    EXPECT_THAT(json::serialize(answer), HasSubstr("good day"));
    EXPECT_EQ(frames[4].at("num_turns"), 2);
}

TEST_F(AgentSdk, HearsPiecesInTheOrderOfTheApi) {  // H8
    const auto frames = hear(json::array{"hello"}, {{"includePartialMessages", true}});

    std::vector<std::string> events;
    for (const auto& frame : of_type(frames, "stream_event")) {
        events.emplace_back(frame.at("event").at("type").as_string());
    }
    EXPECT_THAT(
        events,
        ElementsAre(
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop"
        )
    );
}

TEST_F(AgentSdk, InterruptsOneMessageAndGoesOnWithTheNext) {  // H8, CAL-HL-16
    const auto frames = hear(
        json::array{"slow", "hello"},
        {{"includePartialMessages", true}},
        {{"interruptOn", "stream_event"}}
    );

    const auto controlled = of_type(frames, "controlled");
    ASSERT_THAT(controlled, SizeIs(1));
    EXPECT_FALSE(controlled[0].contains("error"));
    const auto results = of_type(frames, "result");
    ASSERT_THAT(results, SizeIs(2));
    EXPECT_EQ(results[0].at("subtype"), "error_during_execution");
    EXPECT_EQ(results[1].at("subtype"), "success");
    EXPECT_EQ(results[1].at("result"), "Hello.");
    EXPECT_EQ(results[1].at("session_id"), results[0].at("session_id"));
    EXPECT_FALSE(frames.back().contains("error"));
}

TEST_F(AgentSdk, EndsAtTheLimitOfTurns) {  // H8, CAL-HL-34
    const auto frames = hear(json::array{"read it"}, {{"maxTurns", 1}});

    const auto results = of_type(frames, "result");
    ASSERT_THAT(results, SizeIs(1));
    EXPECT_EQ(results[0].at("subtype"), "error_max_turns");
    EXPECT_EQ(results[0].at("is_error"), true);
    EXPECT_EQ(results[0].at("num_turns"), 1);
}

TEST_F(AgentSdk, KeepsTheConversationFromMessageToMessage) {  // H8
    const auto frames = hear(json::array{"What is it?", "hello"});

    EXPECT_THAT(of_type(frames, "system"), SizeIs(2));
    EXPECT_THAT(of_type(frames, "result"), SizeIs(2));
    const auto requests = asking_models(upstream_->requests());
    ASSERT_THAT(requests, SizeIs(2));
    EXPECT_THAT(requests[1].body, AllOf(HasSubstr("What is it?"), HasSubstr("A red square.")));
}

TEST_F(AgentSdk, AsksItsCallbackWhereARuleAsks) {  // H8, A2
    configure("[permissions]\nask = [\"filesystem_read\"]\n");

    const auto denied = hear(
        json::array{"read it"},
        {},
        {{"permission", {{"behavior", "deny"}, {"message", "not today"}}}}
    );
    std::ofstream(bench_->folder() / "other.txt") << "another\n";
    const json::value other{{"path", "other.txt"}};
    const auto changed = hear(
        json::array{"read it"},
        {},
        {{"permission", {{"behavior", "allow"}, {"updatedInput", other}}}}
    );

    const auto asked = of_type(denied, "asked");
    ASSERT_THAT(asked, SizeIs(1));
    EXPECT_EQ(asked[0].at("tool"), "filesystem_read");
    EXPECT_EQ(asked[0].at("input").at("path"), "note.txt");
    EXPECT_THAT(json::serialize(of_type(denied, "user").at(0)), HasSubstr("not today"));
    EXPECT_THAT(of_type(denied, "result").at(0).at("permission_denials").as_array(), SizeIs(1));
    EXPECT_THAT(json::serialize(of_type(changed, "user").at(0)), HasSubstr("another"));
}

TEST_F(AgentSdk, GetsAnswersThatSatisfyItsSchema) {  // H8, CAL-HL-32
    const auto schema = json::parse(
        R"({"type":"object","properties":{"colour":{"type":"string"}},"required":["colour"],
            "additionalProperties":false})"
    );

    const auto frames = hear(
        json::array{"as JSON"}, {{"outputFormat", {{"type", "json_schema"}, {"schema", schema}}}}
    );

    const auto result = of_type(frames, "result").at(0);
    EXPECT_EQ(result.at("subtype"), "success");
    EXPECT_EQ(result.at("structured_output").at("colour"), "red");
}

TEST_F(AgentSdk, ChangesTheModelAndThePrompt) {  // H8
    const auto frames = hear(
        json::array{"hello", "hello again"},
        {{"systemPrompt", "You are a parrot."}},
        {{"model", "chat/gpt-5.4"}}
    );

    EXPECT_EQ(of_type(frames, "system").at(1).at("model"), "chat/gpt-5.4");
    const auto requests = asking_models(upstream_->requests());
    ASSERT_THAT(requests, SizeIs(2));
    EXPECT_THAT(requests[0].path, HasSubstr("/messages"));
    EXPECT_THAT(requests[0].body, HasSubstr("You are a parrot."));
    EXPECT_THAT(requests[1].path, HasSubstr("/chat/completions"));
}

}  // namespace
}  // namespace fovea::testing
