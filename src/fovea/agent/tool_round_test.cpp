#include "fovea/agent/tool_round.hpp"

#include "fovea/agent/permission_entry.hpp"
#include "fovea/agent/test_tool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>
#include <mutex>
#include <stdexcept>

namespace fovea::agent {
namespace {

using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;
using ::testing::HasSubstr;

class ToolRound : public ::testing::Test {
protected:
    void add(const std::string& name, ScriptedTool::Run run) {
        ASSERT_TRUE(box_.add(std::make_unique<ScriptedTool>(name, std::move(run))).ok());
    }

    Round answer(const std::vector<ToolUseBlock>& calls, std::stop_token stop = {}) {
        return answer_calls(
            calls,
            {.tools = box_,
             .decide = decide_,
             .emit =
                 [this](const Event& event) {
                     const std::scoped_lock lock(mutex_);
                     events_.push_back(event);
                 }},
            stop
        );
    }

    static const ToolResultBlock& result(const Round& round, std::size_t i) {
        return std::get<ToolResultBlock>(round.message.content.at(i));
    }
    static std::string text(const Round& round, std::size_t i) {
        return std::get<TextBlock>(result(round, i).content.at(0)).text;
    }

    tools::Toolbox box_;
    decltype(RoundServices::decide) decide_;
    std::mutex mutex_;  // guards events_
    std::vector<Event> events_;
};

TEST_F(ToolRound, CallsRunAtOnceAndAreAnsweredInTheirOrder) {  // A1
    std::barrier both(2);                                      // neither could pass it alone
    add("wait", [&](const tools::ToolCall& call, const std::stop_token&) {
        both.arrive_and_wait();
        return tools::said("answer to " + call.id);
    });
    const auto round = answer({{"1", "wait", "{}"}, {"2", "wait", "{}"}});
    ASSERT_EQ(round.message.content.size(), 2u);
    EXPECT_EQ(text(round, 0), "answer to 1");
    EXPECT_EQ(result(round, 1).tool_use_id, "2");
    EXPECT_EQ(events_.size(), 2u);
}

TEST_F(ToolRound, UnknownToolsAndBrokenInputsAreTold) {
    add("look", [](const auto&, const auto&) { return tools::said("seen"); });
    const auto round = answer({{"1", "lok", "{}"}, {"2", "look", "{\"a\": "}, {"3", "look", ""}});
    EXPECT_TRUE(result(round, 0).is_error);
    EXPECT_THAT(text(round, 0), HasSubstr("available: look"));
    EXPECT_TRUE(result(round, 1).is_error);
    EXPECT_THAT(text(round, 1), HasSubstr("INVALID_INPUT"));
    EXPECT_EQ(text(round, 2), "seen");
}

TEST_F(ToolRound, WhatIsDeniedIsNotRun) {  // A2
    bool ran = false;
    add("write", [&](const auto&, const auto&) {
        ran = true;
        return tools::said("written");
    });
    decide_ = [](const auto&, const auto&, const auto&) {
        return Decision{.allowed = false, .reason = "not on a Sunday"};
    };
    const auto round = answer({{"1", "write", R"({"path": "a"})"}});
    EXPECT_FALSE(ran);
    EXPECT_TRUE(result(round, 0).is_error);
    EXPECT_THAT(text(round, 0), HasSubstr("not on a Sunday"));
    ASSERT_EQ(round.denials.size(), 1u);
    EXPECT_EQ(round.denials[0].tool, "write");
}

TEST_F(ToolRound, WhatAPersonSaidIsKept) {  // A2
    add("write", [](const auto&, const auto&) { return tools::said("written"); });
    decide_ = [](const content::ToolUseBlock& call, const auto&, const auto&) {
        return Decision{.allowed = call.id != "2", .reason = "no", .by_person = call.id != "3"};
    };

    const auto round = answer({{"1", "write", "{}"}, {"2", "write", "{}"}, {"3", "write", "{}"}});

    ASSERT_EQ(round.entries.size(), 2u);
    EXPECT_EQ(persons_word_in(round.entries[0]), (PersonsWord{"write", "1", true}));
    EXPECT_EQ(persons_word_in(round.entries[1]), (PersonsWord{"write", "2", false}));
}

TEST_F(ToolRound, AHooksInputTakesThePlaceOfTheModels) {
    std::string seen;
    add("read", [&](const tools::ToolCall& call, const std::stop_token&) {
        seen = call.input;
        return tools::said("");
    });
    decide_ = [](const auto&, const auto&, const auto&) {
        return Decision{.input = R"({"path": "safe"})"};
    };
    answer({{"1", "read", R"({"path": "secret"})"}});
    EXPECT_EQ(seen, R"({"path": "safe"})");
}

TEST_F(ToolRound, AfterACancelEveryCallStillHasAResult) {  // A1
    std::stop_source stop;
    add("slow", [&](const auto&, const auto&) {
        stop.request_stop();
        return tools::failed({ErrorCode::Cancelled, "stopped"});
    });
    std::vector<ToolUseBlock> calls(20, {"1", "slow", "{}"});
    const auto round = answer(calls, stop.get_token());
    ASSERT_EQ(round.message.content.size(), 20u);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_TRUE(result(round, i).is_error);
}

TEST_F(ToolRound, AToolThatThrowsEndsItsCallAndNotTheRun) {
    add("bad", [](const auto&, const auto&) -> tools::ToolOutcome {
        throw std::runtime_error("broken inside");
    });
    const auto round = answer({{"1", "bad", "{}"}});
    EXPECT_TRUE(result(round, 0).is_error);
    EXPECT_THAT(text(round, 0), HasSubstr("INTERNAL: broken inside"));
}

TEST_F(ToolRound, WhoeverHearsOfTheCallsMayFailAndTheProcessGoesOn) {
    add("look", [](const auto&, const auto&) { return tools::said("seen"); });
    const RoundServices services{
        .tools = box_, .emit = [](const Event&) { throw std::runtime_error("no memory"); }};
    const std::vector<ToolUseBlock> calls(8, {"1", "look", "{}"});

    EXPECT_THROW(answer_calls(calls, services, {}), std::runtime_error);
}

TEST_F(ToolRound, WhatToolsSpentCounts) {  // ETH-10
    add("ask", [](const auto&, const auto&) {
        auto outcome = tools::said("yes");
        outcome.usage = {.input_tokens = 10, .output_tokens = 2, .cost_usd = 0.5};
        outcome.usage_model = "openai/gpt-5-mini";
        return outcome;
    });
    const auto round = answer({{"1", "ask", "{}"}});
    ASSERT_EQ(round.usage.size(), 1u);
    EXPECT_EQ(round.usage[0].first, "openai/gpt-5-mini");
    EXPECT_EQ(round.usage[0].second.cost_usd, 0.5);
}

}  // namespace
}  // namespace fovea::agent
