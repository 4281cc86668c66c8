#include "fovea/gateway/turns/told_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::gateway {
namespace {

using content::TextBlock;
using testing::HasSubstr;

ParsedRequest colours() {
    ParsedRequest request;
    request.json_schema = R"({"type":"object","required":["colour"]})";
    return request;
}

delivery::Target unbound(const std::string& kind = "anthropic") {
    delivery::Target target{.name = kind + "/m", .provider = kind, .kind = kind, .model = "m"};
    target.traits.native_schema = false;
    return target;
}

providers::Reply says(const std::string& text) {
    return {.content = {TextBlock{text}}};
}

TEST(ToldForm, OnlyWhoCannotBeBoundIsTold) {  // D4
    auto bound = unbound();
    bound.traits.native_schema = true;

    EXPECT_THAT(told_form(colours(), unbound(), false)->instructions(), HasSubstr("colour"));
    EXPECT_FALSE(told_form(colours(), bound, false));
    EXPECT_FALSE(told_form(colours(), unbound(), true));
    EXPECT_FALSE(told_form({}, unbound(), false));
}

TEST(ToldForm, OfAnAnswerThatKeepsToItTheJsonIsLeft) {  // D4
    const auto form = told_form(colours(), unbound(), false);
    auto reply = says("Here it is:\n```json\n{\"colour\": \"red\"}\n```");

    EXPECT_FALSE(form->check(reply));
    EXPECT_EQ(reply, says(R"({"colour":"red"})"));
}

TEST(ToldForm, AnotherIsToldWhatIsWrong) {  // CAL-HL-33
    const auto form = told_form(colours(), unbound(), false);
    auto reply = says("It is red.");

    const auto wrong = form->check(reply);

    ASSERT_TRUE(wrong);
    const auto more = ToldForm::ask_again(reply, *wrong);
    ASSERT_EQ(more.size(), 2u);
    EXPECT_EQ(more[0].content, reply.content);
    EXPECT_THAT(content::text_of(more[1].content), HasSubstr("JSON schema"));
}

TEST(ToldForm, WhatIsNoAnswerYetHasNone) {  // D4
    const auto form = told_form(colours(), unbound(), false);
    auto calls = says("One moment.");
    calls.content.emplace_back(content::ToolUseBlock{"1", "shot", "{}"});
    auto cut = says("{\"col");
    cut.finish = providers::FinishReason::Length;

    EXPECT_FALSE(form->check(calls));
    EXPECT_FALSE(form->check(cut));
}

TEST(ToldForm, JsonOfAnyFormIsAForm) {  // D4
    ParsedRequest request;
    request.wishes.json_object = true;
    const auto form = told_form(request, unbound(), false);
    auto words = says("red");
    auto object = says("{\"a\": 1}");

    ASSERT_TRUE(form);
    EXPECT_EQ(form->instructions(), "");  // the dialect says it
    EXPECT_TRUE(form->check(words));
    EXPECT_FALSE(form->check(object));
    EXPECT_FALSE(told_form(request, unbound("openai_chat"), false));
}

}  // namespace
}  // namespace fovea::gateway
