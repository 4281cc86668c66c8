#include "fovea/providers/wishes.hpp"

#include "fovea/providers/dialects.hpp"
#include "fovea/providers/test_dialect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using content::Role;
using content::TextBlock;
using content::ThinkingBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Request request_with(Wishes wishes) {
    return {
        .model = "m",
        .messages = {{Role::User, {TextBlock{"hi"}}}},
        .tools = {{"shot", "Takes a picture.", "{}"}},
        .wishes = std::move(wishes)};
}

std::string body_of(std::string_view kind, const Request& request, const ModelTraits& traits = {}) {
    NamedBlobs blobs;
    const auto wire = make_dialect(kind).value()->write(request, traits, ReplyForm::Whole, blobs);
    return wire.ok() ? blobs.text_of(wire.value().body) : wire.error().message;
}

TEST(Wishes, WhatNobodyAskedForIsNotSent) {  // P1
    for (const auto& entry : dialects()) {
        const auto body = body_of(entry.kind, request_with({}), {.reasoning = Reasoning::Effort});

        for (const auto* name : {"temperature", "stop", "choice", "parallel", "think", "effort"}) {
            EXPECT_THAT(body, Not(HasSubstr(name))) << entry.kind;
        }
    }
}

TEST(Wishes, AToolThatMustBeCalledIsNamedInTheWordsOfEachDialect) {  // D4
    const auto request = request_with({.tool_choice = ToolChoice::One, .chosen_tool = "shot"});

    EXPECT_THAT(
        body_of("anthropic", request), HasSubstr(R"("tool_choice":{"type":"tool","name":"shot"})")
    );
    EXPECT_THAT(
        body_of("openai_chat", request),
        HasSubstr(R"("tool_choice":{"type":"function","function":{"name":"shot"}})")
    );
    EXPECT_THAT(
        body_of("openai_responses", request),
        HasSubstr(R"("tool_choice":{"type":"function","name":"shot"})")
    );
    EXPECT_THAT(
        body_of("gemini", request),
        HasSubstr(R"("functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["shot"]})")
    );
}

TEST(Wishes, WhereNoToolMayBeCalledOllamaIsToldOfNone) {  // D4
    EXPECT_THAT(
        body_of("ollama", request_with({.tool_choice = ToolChoice::None})), Not(HasSubstr("shot"))
    );
}

TEST(Wishes, AModelThatRefusesToBeSampledIsNotAndSaysSo) {  // D4
    const auto request = request_with({.temperature = 0.2, .top_p = 1.0, .top_k = 5});
    const ModelTraits traits{.sampling = Sampling::Refused};

    EXPECT_THAT(body_of("anthropic", request, traits), Not(HasSubstr("0.2")));
    EXPECT_THAT(left_out_of(request, traits, "anthropic"), ElementsAre("temperature", "top_k"));
}

TEST(Wishes, OneThatSamplesOnlyWithoutReasoningIsSampledThen) {  // D4
    const ModelTraits traits{
        .sampling = Sampling::WithoutReasoning, .reasoning = Reasoning::Effort};

    EXPECT_THAT(
        left_out_of(request_with({.temperature = 0.2}), traits, "openai_chat"),
        ElementsAre("temperature")
    );
    EXPECT_THAT(
        body_of("openai_chat", request_with({.temperature = 0.2, .effort = Effort::None}), traits),
        HasSubstr(R"("temperature":0.2,"reasoning_effort":"none")")
    );
}

TEST(Wishes, WhatADialectHasNoFieldForIsNamed) {  // D4
    const auto request = request_with(
        {.top_k = 5,
         .seed = 1,
         .stop = {"a", "b", "c", "d", "e"},
         .tool_choice = ToolChoice::Required,
         .parallel_calls = false,
         .effort = Effort::High}
    );

    EXPECT_THAT(
        left_out_of(request, {.reasoning = Reasoning::Budget}, "anthropic"), ElementsAre("seed")
    );
    EXPECT_THAT(
        left_out_of(request, {.reasoning = Reasoning::Effort}, "openai_responses"),
        ElementsAre("top_k", "seed", "stop")
    );
    EXPECT_THAT(
        left_out_of(request, {}, "ollama"),
        ElementsAre("tool_choice", "parallel_tool_calls", "reasoning")
    );
}

TEST(Wishes, TokensToThinkWithBecomeAnEffortAndBack) {  // D4
    const auto tokens = request_with({.thinking = true, .thinking_tokens = 20'000});
    const auto effort = request_with({.effort = Effort::Low});

    EXPECT_THAT(
        body_of("openai_responses", tokens, {.reasoning = Reasoning::Effort}),
        HasSubstr(R"("reasoning":{"effort":"high"})")
    );
    EXPECT_THAT(
        body_of("anthropic", effort, {.reasoning = Reasoning::Budget}),
        HasSubstr(R"("thinking":{"type":"enabled","budget_tokens":2048})")
    );
    EXPECT_THAT(
        body_of("anthropic", tokens, {.reasoning = Reasoning::Effort}),
        HasSubstr(R"("thinking":{"type":"adaptive"},"output_config":{"effort":"high"})")
    );
}

TEST(Wishes, ABudgetStaysBelowTheAnswerAndIsLeftAwayWhereThatIsTooShort) {  // D4
    auto request = request_with({.thinking = true, .thinking_tokens = 20'000});
    request.max_output_tokens = 2000;
    EXPECT_THAT(
        body_of("anthropic", request, {.reasoning = Reasoning::Budget}),
        HasSubstr(R"("budget_tokens":1999)")
    );

    request.max_output_tokens = 500;
    EXPECT_THAT(
        body_of("anthropic", request, {.reasoning = Reasoning::Budget}), Not(HasSubstr("thinking"))
    );
}

TEST(Wishes, AConversationThatAnotherModelCalledToolsInIsNotToldABudget) {  // D4
    auto request = request_with({.thinking = true, .thinking_tokens = 2000});
    request.messages.push_back({Role::Assistant, {ToolUseBlock{"t1", "shot", "{}"}}});
    request.messages.push_back({Role::User, {ToolResultBlock{"t1", {TextBlock{"ok"}}}}});
    EXPECT_THAT(
        body_of("anthropic", request, {.reasoning = Reasoning::Budget}), Not(HasSubstr("budget"))
    );

    request.messages[1].content.insert(
        request.messages[1].content.begin(), ThinkingBlock{"hm", "sig", "anthropic"}
    );
    EXPECT_THAT(
        body_of("anthropic", request, {.reasoning = Reasoning::Budget}), HasSubstr("budget")
    );
}

TEST(Wishes, WhoThinksIsNeitherSampledNorForcedToACall) {  // D4
    const auto body = body_of(
        "anthropic",
        request_with(
            {.temperature = 0.2, .tool_choice = ToolChoice::Required, .effort = Effort::High}
        ),
        {.reasoning = Reasoning::Effort}
    );

    EXPECT_THAT(body, HasSubstr("adaptive"));
    EXPECT_THAT(body, Not(HasSubstr("temperature")));
    EXPECT_THAT(body, Not(HasSubstr("tool_choice")));
}

TEST(Wishes, AnyJsonIsAskedForInWordsWhereTheApiHasNoneForIt) {  // D4
    const auto request = request_with({.json_object = true});

    EXPECT_THAT(body_of("anthropic", request), HasSubstr("one JSON object"));
    EXPECT_THAT(
        body_of("openai_chat", request), HasSubstr(R"("response_format":{"type":"json_object"})")
    );
    EXPECT_THAT(body_of("gemini", request), HasSubstr(R"("responseMimeType":"application/json")"));
    EXPECT_THAT(body_of("ollama", request), HasSubstr(R"("format":"json")"));
}

TEST(Wishes, ThoughtsOfAnotherProviderAreNamedAsLeftOut) {  // D4
    auto request = request_with({});
    request.messages.push_back({Role::Assistant, {ThinkingBlock{"hm", "sig", "anthropic"}}});

    EXPECT_THAT(left_out_of(request, {}, "anthropic"), IsEmpty());
    EXPECT_THAT(left_out_of(request, {}, "gemini"), ElementsAre("thinking"));
}

TEST(Wishes, WhoeverNamesNoLimitOfTokensGetsAsManyAsTheModelGives) {  // D4
    auto request = request_with({});
    request.max_output_tokens = 0;

    for (const auto& entry : dialects()) {
        if (entry.kind == "anthropic") continue;
        EXPECT_THAT(body_of(entry.kind, request), Not(HasSubstr(":0"))) << entry.kind;
    }
    EXPECT_THAT(
        body_of("anthropic", request, {.max_output = 64'000}), HasSubstr(R"("max_tokens":32000)")
    );
}

}  // namespace
}  // namespace fovea::providers
