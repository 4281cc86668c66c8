#include "fovea/protocol/claude/encoder.hpp"

#include "fovea/base/bytes.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/protocol/claude/bounded_frame.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;
using content::Role;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

class ClaudeEncoder : public ::testing::Test {
protected:
    void open(EncoderOptions options = {}) {
        options.sink = [this](const json::object& frame) {
            frames_.push_back(frame);
            return true;
        };
        options.new_uuid = [this] { return "uuid-" + std::to_string(++uuids_); };
        encoder_ = make_encoder(std::move(options));
        agent::Started started;
        started.session_id = "s1";
        started.model = "anthropic/claude";
        started.tools = {"filesystem_read"};
        encoder_->encode(started);
    }
    std::vector<std::string> types() const {
        std::vector<std::string> types;
        for (const auto& frame : frames_) {
            types.emplace_back(frame.at("type").as_string());
            if (types.back() == "stream_event") {
                types.back() = std::string(frame.at("event").at("type").as_string());
            }
        }
        return types;
    }
    agent::Replied reply(std::vector<content::ContentBlock> blocks) const {
        return {
            .message = {Role::Assistant, std::move(blocks)},
            .model = "anthropic/claude",
            .usage = {.input_tokens = 10, .output_tokens = 3, .cache_read_tokens = 4}};
    }
    json::object ended(agent::RunResult result) {
        result.session_id = "s1";
        encoder_->encode(agent::Finished{std::move(result)});
        return frames_.back();
    }

    std::vector<json::object> frames_;
    std::unique_ptr<Encoder> encoder_;
    int uuids_ = 0;
};

TEST_F(ClaudeEncoder, BeginsWithWhoIsThere) {  // H8
    open({.permission_mode = [] { return std::string("plan"); }});

    const auto& init = frames_.at(0);
    EXPECT_EQ(init.at("subtype"), "init");
    EXPECT_EQ(init.at("model"), "anthropic/claude");
    EXPECT_EQ(init.at("tools"), json::array{"filesystem_read"});
    EXPECT_EQ(init.at("permissionMode"), "plan");
    EXPECT_EQ(init.at("session_id"), "s1");
    EXPECT_EQ(init.at("uuid"), "uuid-1");
}

TEST_F(ClaudeEncoder, GivesEachBlockOfAReplyItsFrameUnderOneName) {  // H8
    open();

    encoder_->encode(reply(
        {content::ThinkingBlock{"hm", "sig", "anthropic"},
         content::TextBlock{"I look."},
         content::ToolUseBlock{"t1", "filesystem_read", R"({"path":"a.png"})"}}
    ));

    ASSERT_THAT(frames_, SizeIs(4));
    std::set<std::string> ids;
    for (std::size_t i = 1; i < 4; ++i) {
        const auto& message = frames_[i].at("message").as_object();
        ids.emplace(message.at("id").as_string());
        EXPECT_THAT(message.at("content").as_array(), SizeIs(1));
        EXPECT_EQ(message.at("usage").at("input_tokens"), 6);
        EXPECT_EQ(message.at("usage").at("cache_read_input_tokens"), 4);
    }
    EXPECT_THAT(ids, SizeIs(1));
    EXPECT_EQ(frames_[1].at("message").at("content").at(0).at("signature"), "sig");
    EXPECT_EQ(frames_[3].at("message").at("content").at(0).at("input").at("path"), "a.png");
}

TEST_F(ClaudeEncoder, TellsPiecesInTheOrderOfTheApi) {  // H8
    open({.partial = true});
    const auto say = [&](providers::StreamEvent piece) { encoder_->encode(agent::Delta{piece}); };

    say(providers::TextDelta{"I "});
    say(providers::TextDelta{"look."});
    say(providers::ToolUseStarted{"t1", "look"});
    say(providers::ToolInputDelta{"t1", "{}"});
    encoder_->encode(
        reply({content::TextBlock{"I look."}, content::ToolUseBlock{"t1", "look", "{}"}})
    );

    EXPECT_THAT(
        types(),
        ElementsAre(
            "system",
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "assistant",
            "assistant"
        )
    );
    EXPECT_EQ(frames_[1].at("event").at("message").at("id"), frames_[11].at("message").at("id"));
    EXPECT_EQ(frames_[6].at("event").at("index"), 1);
}

TEST_F(ClaudeEncoder, StreamsAReplyThatCameWhole) {  // H8
    open({.partial = true});

    encoder_->encode(reply({content::TextBlock{"Hi."}}));

    EXPECT_THAT(
        types(),
        ElementsAre(
            "system",
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "assistant"
        )
    );
}

TEST_F(ClaudeEncoder, BeginsAgainWhenAStreamBreaks) {  // H8, CAL-HL-8
    open({.partial = true});

    encoder_->encode(agent::Delta{providers::TextDelta{"I"}});
    encoder_->encode(agent::Retrying{
        .provider = "anthropic",
        .attempt = 1,
        .max_retries = 2,
        .status = 529,
        .category = "overloaded"});
    encoder_->encode(agent::Delta{providers::TextDelta{"I"}});

    const auto& retry = frames_.at(4);
    EXPECT_EQ(retry.at("subtype"), "api_retry");
    EXPECT_EQ(retry.at("error"), "overloaded");
    EXPECT_EQ(retry.at("error_status"), 529);
    EXPECT_EQ(frames_.at(5).at("event").at("type"), "message_start");
    EXPECT_NE(
        frames_.at(5).at("event").at("message").at("id"),
        frames_.at(1).at("event").at("message").at("id")
    );
}

TEST_F(ClaudeEncoder, NamesPicturesAndHoldsNoneOfTheirBytes) {  // H8, S2
    open({.replay = true});
    const content::ImageBlock image{
        .source = content::BlobRef{sha256(as_bytes("x"))}, .mime = "image/png", .size = {3, 2}};

    encoder_->encode(agent::UserSaid{{Role::User, {image}}});
    encoder_->encode(agent::ToolFinished{{.tool_use_id = "t1", .content = {image}}, "look"});

    ASSERT_THAT(frames_, SizeIs(3));
    const json::value source{
        {"type", "file"}, {"file_id", "sha256:" + sha256(as_bytes("x")).hex()}};
    EXPECT_EQ(frames_[1].at("isReplay"), true);
    EXPECT_EQ(frames_[1].at("message").at("content").at(0).at("source"), source);
    const auto& result = frames_[2].at("message").at("content").at(0);
    EXPECT_EQ(result.at("type"), "tool_result");
    EXPECT_EQ(result.at("content").at(0).at("source"), source);
}

TEST_F(ClaudeEncoder, TellsHooksAsBegunAndEnded) {  // H8, CAL-HL-10
    open({.hooks = true});

    encoder_->encode(agent::HookFired{.event = "Stop", .command = "x", .phase = "ran"});
    encoder_->encode(agent::HookFired{.event = "Stop", .command = "y", .phase = "dispatched"});
    encoder_->encode(agent::HookFired{
        .event = "Stop", .command = "y", .phase = "completed", .exit_code = 1, .error = "no"});

    ASSERT_THAT(frames_, SizeIs(5));
    EXPECT_EQ(frames_[1].at("subtype"), "hook_started");
    EXPECT_EQ(frames_[2].at("outcome"), "success");
    EXPECT_EQ(frames_[3].at("subtype"), "hook_started");
    EXPECT_EQ(frames_[4].at("subtype"), "hook_response");
    EXPECT_EQ(frames_[4].at("hook_id"), frames_[3].at("hook_id"));
    EXPECT_EQ(frames_[4].at("outcome"), "error");
}

TEST_F(ClaudeEncoder, TellsHowLongAToolHasWorked) {  // H8
    std::chrono::steady_clock::time_point now;
    open({.now = [&] { return now; }});

    encoder_->encode(agent::ToolRequested{{"t1", "look", "{}"}});
    now += std::chrono::milliseconds(1500);
    encoder_->encode(agent::ToolProgressed{"t1", "look", {.message = "half"}});

    EXPECT_EQ(frames_.at(1).at("type"), "tool_progress");
    EXPECT_EQ(frames_.at(1).at("elapsed_time_seconds"), 1.5);
}

TEST_F(ClaudeEncoder, MarksWhereAConversationWasCompacted) {  // H8
    open();

    encoder_->encode(agent::Compacted{.tokens_before = 900, .tokens_after = 90});

    EXPECT_EQ(frames_.at(1).at("subtype"), "compact_boundary");
    EXPECT_EQ(frames_.at(1).at("compact_metadata").at("pre_tokens"), 900);
}

TEST_F(ClaudeEncoder, EndsWithTheSubtypesOfClaudeCode) {  // H8
    using agent::Ending;
    open();
    const auto failed = [](Ending ending, ErrorCode code, agent::Fault fault) {
        return agent::RunResult{.ending = ending, .error = Error{code, "why"}, .fault = fault};
    };
    const auto subtype = [&](const agent::RunResult& result) {
        return std::string(ended(result).at("subtype").as_string());
    };
    const auto runtime = agent::Fault::Runtime;

    EXPECT_EQ(
        subtype(failed(Ending::MaxTurns, ErrorCode::LimitExceeded, runtime)), "error_max_turns"
    );
    EXPECT_EQ(
        subtype(failed(Ending::BudgetExceeded, ErrorCode::BudgetExceeded, runtime)),
        "error_max_budget_usd"
    );
    EXPECT_EQ(
        subtype(failed(Ending::Cancelled, ErrorCode::Cancelled, runtime)), "error_during_execution"
    );
    EXPECT_EQ(
        subtype(failed(Ending::Error, ErrorCode::ResponseNotJson, agent::Fault::Assistant)),
        "error_max_structured_output_retries"
    );
    EXPECT_EQ(
        subtype(failed(Ending::Error, ErrorCode::StoreError, runtime)), "error_during_execution"
    );
    EXPECT_EQ(frames_.back().at("errors"), json::array{"why"});
    EXPECT_FALSE(frames_.back().contains("result"));
    const auto api = ended(failed(Ending::Error, ErrorCode::LlmError, runtime));
    EXPECT_EQ(api.at("subtype"), "success");
    EXPECT_EQ(api.at("is_error"), true);
    EXPECT_EQ(api.at("result"), "why");
}

TEST_F(ClaudeEncoder, CountsUsageByTheMessageAndCostByTheProcess) {  // H8
    open();
    agent::RunResult result{.text = "Hi."};
    result.structured_output = R"({"a":1})";
    result.turns = 2;
    result.usage = {.input_tokens = 10, .output_tokens = 2};
    result.cost_usd = 0.5;
    result.by_model["anthropic/claude"] = {.usage = result.usage, .cost_usd = 0.5, .calls = 2};
    result.denials = {{"shell", "t1", R"({"command":"ls"})", "a rule"}};

    ended(result);
    const auto second = ended(result);

    EXPECT_EQ(second.at("subtype"), "success");
    EXPECT_EQ(second.at("result"), "Hi.");
    EXPECT_EQ(second.at("structured_output").at("a"), 1);
    EXPECT_EQ(second.at("num_turns"), 2);
    EXPECT_EQ(second.at("result_index"), 1);
    EXPECT_EQ(second.at("usage").at("input_tokens"), 10);
    EXPECT_EQ(second.at("total_cost_usd"), 1.0);
    EXPECT_EQ(second.at("modelUsage").at("anthropic/claude").at("inputTokens"), 20);
    EXPECT_EQ(second.at("permission_denials").at(0).at("tool_input").at("command"), "ls");
    EXPECT_EQ(second.at("session_id"), "s1");
    EXPECT_EQ(second.at("stop_reason"), "end_turn");
}

TEST(BoundedFrame, CutsLongTextsAndSaysSo) {  // H8
    json::object frame{{"type", "user"}, {"text", std::string(5'000'000, 'a')}};

    const auto line = bounded_line(frame);

    EXPECT_LT(line.size(), 1u << 20);
    const auto cut = json::parse(line);
    EXPECT_EQ(cut.at("type"), "user");
    EXPECT_THAT(std::string(cut.at("text").as_string()), HasSubstr("bytes are not shown]"));
}

TEST(BoundedFrame, CutsBetweenCharactersAndManySmallThings) {  // H8
    std::string text;
    for (int i = 0; i < 5'000; ++i) text += "ä";
    json::array many;
    for (int i = 0; i < 5'000; ++i) many.push_back({{"type", "text"}, {"text", "abcdefgh"}});

    const auto cut = json::parse(bounded_line({{"text", text}}, 1'001));
    const auto line = bounded_line({{"content", many}}, 10'000);

    EXPECT_THAT(std::string(cut.at("text").as_string()), Not(HasSubstr("\xEF\xBF\xBD")));
    EXPECT_LE(line.size(), 10'000u);
    EXPECT_EQ(json::parse(line).at("content").at(0).at("text"), "abcdefgh");
}

TEST(BoundedFrame, LeavesShortOnesAlone) {  // H8
    const json::object frame{{"type", "user"}, {"n", 1.5}};

    EXPECT_EQ(bounded_line(frame), json_text(frame));
}

}  // namespace
}  // namespace fovea::protocol::claude
