// The loop, from a person's words to an answer: what is sent, what is stored, what is told.
#include "fovea/agent/agent.hpp"

#include "fovea/agent/gatekeeper.hpp"
#include "fovea/agent/test_agent.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <barrier>

namespace fovea::agent {
namespace {

using content::Role;
using content::TextBlock;
using providers::called;
using providers::overloaded;
using providers::refused;
using providers::streamed;
using providers::words;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using AgentLoop = AgentTest;

TEST_F(AgentLoop, AnAnswerIsStreamedStoredAndTheResult) {  // A1
    model_.will_say(streamed({"Hello, ", "you."}));

    const auto result = ask("hello");

    EXPECT_EQ(result.ending, Ending::Success);
    EXPECT_EQ(result.text, "Hello, you.");
    EXPECT_EQ(result.turns, 1u);
    EXPECT_EQ(result.usage.input_tokens, 5u);
    EXPECT_EQ(result.by_model.at("mock/seer").calls, 1u);
    EXPECT_THAT(stored(), ElementsAre("user: hello", "assistant: Hello, you."));
    EXPECT_THAT(heard<Replied>(), SizeIs(1));
    EXPECT_THAT(heard<TurnEnded>(), SizeIs(1));
    EXPECT_TRUE(std::holds_alternative<UserSaid>(events_.front()));
}

TEST_F(AgentLoop, WhatThePersonSaidIsStoredBeforeAnythingIsSent) {  // A1
    auto answer = words("Hello.");
    answer.asked = [this](const std::string&) {
        EXPECT_THAT(stored(), ElementsAre("user: hello"));
    };
    model_.will_say(answer);

    ask("hello");

    EXPECT_THAT(model_.bodies(), SizeIs(1));
}

TEST_F(AgentLoop, AToolsResultGoesBackAndTheModelGoesOn) {  // A1
    add_tool("look", [](const auto&, const auto&) { return tools::said("a red square"); });
    model_.will_say(called({{"c1", "look", R"({"where":"here"})"}}));
    model_.will_say(words("It is red."));

    const auto result = ask("what is there?");

    EXPECT_EQ(result.text, "It is red.");
    EXPECT_EQ(result.turns, 2u);
    EXPECT_EQ(result.tool_calls, 1u);
    EXPECT_THAT(
        stored(),
        ElementsAre(
            "user: what is there?",
            "assistant: [look]",
            "user: {c1: a red square}",
            "assistant: It is red."
        )
    );
    ASSERT_THAT(model_.bodies(), SizeIs(2));
    EXPECT_THAT(model_.bodies()[0], HasSubstr("\"name\":\"look\""));
    EXPECT_THAT(model_.bodies()[1], HasSubstr("a red square"));
}

TEST_F(AgentLoop, CallsOfOneReplyRunSideBySideAndGoBackInOneMessage) {  // A1
    std::barrier both(2);                                               // neither passes it alone
    add_tool("look", [&](const tools::ToolCall& call, const std::stop_token&) {
        both.arrive_and_wait();
        return tools::said("seen by " + call.id);
    });
    model_.will_say(called({{"c1", "look", "{}"}, {"c2", "look", "{}"}}));
    model_.will_say(words("Done."));

    const auto result = ask("look twice");

    EXPECT_EQ(result.tool_calls, 2u);
    ASSERT_THAT(stored(), SizeIs(4));
    EXPECT_EQ(stored()[2], "user: {c1: seen by c1} {c2: seen by c2}");
    EXPECT_THAT(heard<ToolFinished>(), SizeIs(2));
    EXPECT_THAT(heard<ToolsAnswered>(), SizeIs(1));
}

TEST_F(AgentLoop, AToolThatFailsIsToldAndTheModelGoesOn) {  // A1, T1
    add_tool("look", [](const auto&, const auto&) {
        return tools::failed({ErrorCode::FileNotFound, "there is no a.png"});
    });
    model_.will_say(called({{"c1", "look", "{}"}}));
    model_.will_say(words("I cannot find it."));

    const auto result = ask("look");

    EXPECT_EQ(result.ending, Ending::Success);
    EXPECT_EQ(stored().at(2), "user: {c1 failed: FILE_NOT_FOUND: there is no a.png}");
    EXPECT_THAT(model_.bodies().at(1), HasSubstr("\"is_error\":true"));
}

TEST_F(AgentLoop, AToolThatNobodyHasIsToldWithThoseThereAre) {  // T1
    add_tool("look", [](const auto&, const auto&) { return tools::said("seen"); });
    model_.will_say(called({{"c1", "lok", "{}"}}));
    model_.will_say(words("Sorry."));

    const auto result = ask("look");

    EXPECT_EQ(result.text, "Sorry.");
    EXPECT_THAT(stored().at(2), HasSubstr("unknown tool \"lok\"; available: look"));
}

TEST_F(AgentLoop, ALimitOfTurnsEndsTheRunBeforeTheNextCall) {  // H7
    agent_settings_.max_turns = 2;
    add_tool("look", [](const auto&, const auto&) { return tools::said("seen"); });
    model_.will_say(called({{"c1", "look", "{}"}}));
    model_.will_say(called({{"c2", "look", "{}"}}));

    const auto result = ask("look for ever");

    EXPECT_EQ(result.ending, Ending::MaxTurns);
    EXPECT_EQ(result.error->code, ErrorCode::LimitExceeded);
    EXPECT_EQ(result.turns, 2u);
    EXPECT_EQ(stored().back(), "user: {c2: seen}");  // it can be resumed
}

TEST_F(AgentLoop, ABudgetEndsTheRunBeforeTheCallThatWouldBreakIt) {  // H7
    settings_.models["seer"].price_in = 1'000'000;                   // a dollar a token
    settings_.models["seer"].price_out = 0;
    agent_settings_.max_budget_usd = 30;
    add_tool("look", [](const auto&, const auto&) { return tools::said("seen"); });
    model_.will_say(called({{"c1", "look", "{}"}}, {.input_tokens = 29, .output_tokens = 1}));

    const auto result = ask("look");

    EXPECT_EQ(result.ending, Ending::BudgetExceeded);
    EXPECT_EQ(result.error->code, ErrorCode::BudgetExceeded);
    EXPECT_DOUBLE_EQ(result.cost_usd, 29);
    EXPECT_EQ(stored().back(), "user: {c1: seen}");
}

TEST_F(AgentLoop, AnAnswerThatIsCutAtTheLimitOfTokensIsToldSo) {  // H7
    model_.will_say(words("Once upon", "max_tokens"));

    const auto result = ask("tell me a story");

    EXPECT_EQ(result.ending, Ending::Success);
    EXPECT_EQ(result.finish, providers::FinishReason::Length);
    ASSERT_THAT(heard<Warned>(), Not(IsEmpty()));
    EXPECT_EQ(heard<Warned>().back().subtype, "cut");
}

TEST_F(AgentLoop, InterruptedInTheMiddleOfAStreamHalfAnAnswerIsNotStored) {  // H5, A1
    on_event_ = [this](const Event& event) {
        if (std::holds_alternative<Delta>(event)) stop_.request_stop();
    };
    model_.will_say(streamed({"Once ", "upon ", "a time"}));

    const auto result = ask("tell me a story");

    EXPECT_EQ(result.ending, Ending::Cancelled);
    EXPECT_EQ(result.last_assistant_text, "Once ");
    EXPECT_THAT(result.text, IsEmpty());
    EXPECT_THAT(stored(), ElementsAre("user: tell me a story"));
}

TEST_F(AgentLoop, WhatAnInterruptedAnswerWasGivenWithIsToldAsSeen) {  // S5, H5
    on_event_ = [this](const Event& event) {
        if (std::holds_alternative<Delta>(event)) stop_.request_stop();
    };
    model_.will_say(streamed({"It shows ", "a cat"}));

    const auto result =
        ask({content::Role::User, {picture({80, 60}), content::TextBlock{"what is it?"}}});

    EXPECT_EQ(result.ending, Ending::Cancelled);
    ASSERT_THAT(result.receipt, SizeIs(1));
    EXPECT_EQ(result.receipt[0].delivery.state, store::ImageState::Pixels);
    EXPECT_FALSE(result.receipt[0].earlier);
}

TEST_F(AgentLoop, OfPicturesOfEarlierTurnsIsToldThatTheyAre) {  // S5
    model_.will_say(words("A cat."));
    ask({content::Role::User, {picture({80, 60}), content::TextBlock{"what is it?"}}});
    model_.will_say(words("Grey."));

    const auto result = ask("which colour?");

    ASSERT_THAT(result.receipt, SizeIs(1));
    EXPECT_TRUE(result.receipt[0].earlier);
}

TEST_F(AgentLoop, AfterAnInterruptTheSameWordsAreSentOnceMoreAndNotStoredTwice) {  // A1
    on_event_ = [this](const Event& event) {
        if (std::holds_alternative<Delta>(event)) stop_.request_stop();
    };
    model_.will_say(streamed({"Once ", "upon"}));
    ask("tell me a story");
    on_event_ = {};
    stop_ = {};
    model_.will_say(words("The end."));

    const auto result = ask("tell me a story");

    EXPECT_EQ(result.text, "The end.");
    EXPECT_THAT(stored(), ElementsAre("user: tell me a story", "assistant: The end."));
}

TEST_F(AgentLoop, InterruptedInAToolItsCallHasAResult) {  // H5, A1
    add_tool("look", [this](const auto&, const auto&) {
        stop_.request_stop();
        return tools::failed({ErrorCode::Cancelled, "stopped"});
    });
    model_.will_say(called({{"c1", "look", "{}"}}));

    const auto result = ask("look");

    EXPECT_EQ(result.ending, Ending::Cancelled);
    EXPECT_THAT(
        stored(),
        ElementsAre("user: look", "assistant: [look]", "user: {c1 failed: CANCELLED: stopped}")
    );
}

TEST_F(AgentLoop, WhatTheGatekeeperDeniesIsNotRunAndTheModelIsTold) {  // A2
    bool ran = false;
    add_tool("write", [&](const auto&, const auto&) {
        ran = true;
        return tools::said("written");
    });
    const auto keeper =
        Gatekeeper::open({.permissions = {.deny = {"write"}}, .emit = [this](const Event& event) {
                              events_.push_back(event);
                          }});
    ASSERT_TRUE(keeper.ok());
    model_.will_say(called({{"c1", "write", R"({"path":"a"})"}}));
    model_.will_say(words("I may not."));

    const auto result = ask("write it", keeper.value()->gates());

    EXPECT_FALSE(ran);
    EXPECT_EQ(result.text, "I may not.");
    ASSERT_THAT(result.denials, SizeIs(1));
    EXPECT_EQ(result.denials[0].tool, "write");
    EXPECT_THAT(stored().at(2), HasSubstr("Permission denied: the rule \"deny: write\" denies it"));
    ASSERT_THAT(heard<PermissionDecided>(), SizeIs(1));
    EXPECT_EQ(heard<PermissionDecided>()[0].verdict, "deny");
}

TEST_F(AgentLoop, WhereNobodyCanBeAskedTheAnswerIsNoAndWhereOneSaysYesItRuns) {  // A2
    add_tool("write", [](const tools::ToolCall& call, const std::stop_token&) {
        return tools::said(call.agreed ? "agreed" : "not agreed");
    });
    const auto alone = Gatekeeper::open({});
    const auto asks = Gatekeeper::open({.ask = [](const auto&, const auto&, const auto&) {
        return Decision{.allowed = true};
    }});
    for (int i = 0; i < 2; ++i) {
        model_.will_say(called({{"c1", "write", "{}"}}));
        model_.will_say(words("Done."));
    }

    ask("write it", alone.value()->gates());
    ask("write it now", asks.value()->gates());

    EXPECT_THAT(stored().at(2), HasSubstr("there is no one to ask"));
    EXPECT_EQ(stored().at(6), "user: {c1: agreed}");
}

TEST_F(AgentLoop, APromptThatIsRefusedIsNeitherStoredNorSent) {  // A2
    const auto result = ask("delete everything", {.on_prompt = [](const auto&, const auto&) {
                                return Gates::Said{.refusal = "not today"};
                            }});

    EXPECT_EQ(result.ending, Ending::Error);
    EXPECT_EQ(result.fault, Fault::Assistant);
    EXPECT_THAT(result.error->message, HasSubstr("not today"));
    EXPECT_THAT(stored(), IsEmpty());
    EXPECT_THAT(model_.bodies(), IsEmpty());
}

TEST_F(AgentLoop, AModelThatMayNotStopIsSentBackOnce) {  // A2
    model_.will_say(words("Done."));
    model_.will_say(words("Now it is done."));
    std::vector<bool> again;

    const auto result = ask("do it", {.on_stop = [&](const auto&, bool was_sent, const auto&) {
                                again.push_back(was_sent);
                                return std::string("Test it first.");
                            }});

    EXPECT_EQ(result.text, "Now it is done.");
    EXPECT_THAT(again, ElementsAre(false, true));
    EXPECT_THAT(
        stored(),
        ElementsAre(
            "user: do it", "assistant: Done.", "user: Test it first.", "assistant: Now it is done."
        )
    );
}

TEST_F(AgentLoop, AnOverloadedServerIsAskedAgainAndThePersonIsTold) {  // P4
    model_.will_say(overloaded());
    model_.will_say(words("Hello."));

    const auto result = ask("hello");

    EXPECT_EQ(result.text, "Hello.");
    EXPECT_EQ(result.retries, 1u);
    EXPECT_EQ(result.turns, 1u);
    ASSERT_THAT(heard<Retrying>(), SizeIs(1));
    EXPECT_EQ(heard<Retrying>()[0].status, 529);
    EXPECT_EQ(heard<Retrying>()[0].category, "overloaded");
}

TEST_F(AgentLoop, ARefusedPictureIsHealedAndNotSentInTheNextTurn) {  // P4
    const auto bad = picture({80, 60});
    const auto poison = base64_of(bad);
    model_.judges([&](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
        if (body.find(poison) == body.npos) return words("I see nothing.");
        return refused(
            400, "messages.0.content.1.image.source.base64.data: Could not process image"
        );
    });

    const auto first = ask({Role::User, {bad, TextBlock{"what is it?"}}});
    const auto second = ask("and now?");

    EXPECT_EQ(first.text, "I see nothing.");
    EXPECT_EQ(first.retries, 1u);
    EXPECT_EQ(second.retries, 0u);
    ASSERT_THAT(model_.bodies(), SizeIs(3));
    EXPECT_THAT(model_.bodies()[2], Not(HasSubstr(poison)));
    ASSERT_THAT(first.receipt, SizeIs(1));
    EXPECT_EQ(first.receipt[0].delivery.state, store::ImageState::Quarantined);
    ASSERT_THAT(heard<Warned>(), Not(IsEmpty()));
    EXPECT_EQ(heard<Warned>()[0].subtype, "picture_refused");
}

TEST_F(AgentLoop, AnAnswerThatDoesNotFitTheSchemaIsAskedForAgain) {  // H4
    agent_settings_.json_schema =
        R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})";
    model_.will_say(words("about five"));
    model_.will_say(words(R"({"n": 5})"));

    const auto result = ask("how many?");

    EXPECT_EQ(result.ending, Ending::Success);
    EXPECT_EQ(result.structured_output, R"({"n":5})");
    ASSERT_THAT(heard<Warned>(), SizeIs(1));
    EXPECT_EQ(heard<Warned>()[0].subtype, "schema");
}

TEST_F(AgentLoop, AModelThatNeverFitsTheSchemaEndsTheRun) {  // H4
    agent_settings_.json_schema = R"({"type":"object","required":["n"]})";
    for (int i = 0; i < 3; ++i) model_.will_say(words("about five"));

    const auto result = ask("how many?");

    EXPECT_EQ(result.ending, Ending::Error);
    EXPECT_EQ(result.error->code, ErrorCode::ResponseNotJson);
    EXPECT_EQ(result.fault, Fault::Assistant);
}

TEST_F(AgentLoop, WordsOfSomebodyElseInTheSameSessionEndTheRun) {  // S2
    auto answer = words("Hello.");
    answer.asked = [this](const std::string&) {
        auto other = Session::open(*sessions_, "test").value();
        const content::Message message{Role::User, {TextBlock{"me, too"}}};
        EXPECT_TRUE(other.append({store::message_entry(message, store::system_now())}).ok());
    };
    model_.will_say(answer);

    const auto result = ask("hello");

    EXPECT_EQ(result.ending, Ending::Error);
    EXPECT_EQ(result.error->code, ErrorCode::StoreError);
    EXPECT_EQ(result.unkept_answer, "Hello.");  // it was paid for
    EXPECT_THAT(stored(), ElementsAre("user: hello", "user: me, too"));
}

class AgentCompaction : public AgentTest {
protected:
    void SetUp() override {
        AgentTest::SetUp();
        settings_.models["seer"].context = 4000;
        agent_settings_.max_output_tokens = 500;
        std::vector<store::Entry> entries;
        for (int i = 0; i < 10; ++i) {
            const auto words = "old words " + std::to_string(i) + std::string(1000, 'x');
            entries.push_back(store::message_entry(
                {i % 2 == 0 ? Role::User : Role::Assistant, {TextBlock{words}}}, store::system_now()
            ));
        }
        entries.push_back(store::message_entry(
            {Role::User, {TextBlock{std::string(2400, 'y')}}}, store::system_now()
        ));
        entries.push_back(store::message_entry(
            {Role::Assistant, {TextBlock{std::string(2400, 'z')}}}, store::system_now()
        ));
        ASSERT_TRUE(session_->append(std::move(entries)).ok());
    }
    static bool is_for_summary(const std::string& body) {
        return body.find("<conversation>") != body.npos;
    }
};

TEST_F(AgentCompaction, ALongHistoryGoesOutAsItsSummary) {  // A1
    model_.judges([](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
        return words(is_for_summary(body) ? "They spoke of old words." : "New words.");
    });

    const auto result = ask("and now?");

    EXPECT_EQ(result.text, "New words.");
    ASSERT_THAT(heard<Compacted>(), SizeIs(1));
    EXPECT_LT(heard<Compacted>()[0].tokens_after, heard<Compacted>()[0].tokens_before);
    ASSERT_THAT(model_.bodies(), SizeIs(2));
    EXPECT_THAT(model_.bodies()[0], HasSubstr("old words 0"));
    EXPECT_THAT(model_.bodies()[1], HasSubstr("They spoke of old words."));
    EXPECT_THAT(model_.bodies()[1], HasSubstr("and now?"));
    EXPECT_THAT(model_.bodies()[1], Not(HasSubstr("old words 0")));
    EXPECT_THAT(stored().front(), HasSubstr("old words 0"));  // nothing is lost
    EXPECT_EQ(result.usage.input_tokens, 10u);                // the summary is paid for, too
    EXPECT_EQ(result.turns, 1u);
}

TEST_F(AgentCompaction, TheSummaryIsThereForWhoResumesTheSession) {  // A1, S2
    model_.judges([](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
        return words(is_for_summary(body) ? "They spoke of old words." : "New words.");
    });
    ask("and now?");

    session_.emplace(Session::open(*sessions_, "test").value());
    const auto result = ask("and then?");

    EXPECT_EQ(result.text, "New words.");
    ASSERT_THAT(model_.bodies(), SizeIs(3));  // nobody summarises again
    EXPECT_THAT(model_.bodies()[2], HasSubstr("They spoke of old words."));
    EXPECT_THAT(model_.bodies()[2], Not(HasSubstr("old words 0")));
}

TEST_F(AgentCompaction, WhereTheModelCannotSummariseWhatWasSaidIsKeptShortened) {  // A1
    model_.judges([](const std::string& body) -> std::optional<providers::ScriptedAnswer> {
        return is_for_summary(body) ? refused(400, "no") : words("New words.");
    });

    const auto result = ask("and now?");

    EXPECT_EQ(result.text, "New words.");
    ASSERT_THAT(heard<Warned>(), Not(IsEmpty()));
    EXPECT_EQ(heard<Warned>()[0].subtype, "compaction");
    EXPECT_THAT(model_.bodies().back(), HasSubstr("Person: old words 0"));
}

TEST_F(AgentCompaction, CallsNothingTooShortThatWasStopped) {  // A1
    const auto agent = make_agent({});
    ASSERT_TRUE(agent->prepare().ok());
    stop_.request_stop();

    agent->compact(stop_.get_token());

    EXPECT_EQ(agent->result().ending, Ending::Cancelled);
    EXPECT_THAT(heard<Warned>(), IsEmpty());
    EXPECT_THAT(heard<Compacted>(), IsEmpty());
}

TEST_F(AgentCompaction, WhatFitsIsNotSummarised) {  // A1
    settings_.models["seer"].context = 100'000;
    model_.will_say(words("New words."));

    ask("and now?");

    EXPECT_THAT(heard<Compacted>(), IsEmpty());
    EXPECT_THAT(model_.bodies().at(0), HasSubstr("old words 0"));
}

}  // namespace
}  // namespace fovea::agent
