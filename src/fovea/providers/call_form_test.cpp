#include "fovea/providers/call_form.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace fovea::providers {
namespace {

using content::Message;
using content::Role;
using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

std::vector<Message> calling(const std::vector<ToolUseBlock>& calls) {
    Message said{Role::Assistant, {}};
    Message answered{Role::User, {}};
    for (const auto& call : calls) {
        said.content.emplace_back(call);
        answered.content.emplace_back(ToolResultBlock{call.id, {TextBlock{"ok"}}});
    }
    return {said, answered};
}

ToolUseBlock call_in(const std::vector<Message>& turns, std::size_t turn, std::size_t index) {
    return std::get<ToolUseBlock>(turns.at(turn).content.at(index));
}

std::string answered_in(const std::vector<Message>& turns, std::size_t turn, std::size_t index) {
    return std::get<ToolResultBlock>(turns.at(turn).content.at(index)).tool_use_id;
}

TEST(CallForm, WhatIsAcceptableStays) {  // P1
    auto turns = calling({{"functions.shot:0", "shot", "{}"}, {"call_1", "my-tool_2", "{}"}});
    const auto before = turns;

    shape_calls(turns, {.max_id = 40});

    EXPECT_EQ(turns, before);
}

TEST(CallForm, LettersThatAreNotAllowedAreReplaced) {  // P1
    auto turns = calling({{"functions.shot:0", "a.b/c ü", "{}"}});

    shape_calls(turns, {.any_id_letters = false});

    EXPECT_EQ(call_in(turns, 0, 0), (ToolUseBlock{"functions_shot_0", "a_b_c___", "{}"}));
    EXPECT_EQ(answered_in(turns, 1, 0), "functions_shot_0");
}

TEST(CallForm, LongIdsAndNamesAreCutAndStayDifferent) {  // P1
    const std::string longest(300, 'x');
    auto turns = calling({{longest + "1", longest, "{}"}, {longest + "2", longest, "{}"}});

    shape_calls(turns, {.max_id = 40});

    const auto first = call_in(turns, 0, 0);
    const auto second = call_in(turns, 0, 1);
    EXPECT_LE(first.id.size(), 40U);
    EXPECT_LE(first.name.size(), 64U);
    EXPECT_NE(first.id, second.id);
    EXPECT_EQ(first.name, second.name);
    EXPECT_EQ(answered_in(turns, 1, 0), first.id);
    EXPECT_EQ(answered_in(turns, 1, 1), second.id);
}

TEST(CallForm, IdsComeOnceAndAreNeverEmpty) {  // P1
    auto turns = calling({{"", "f", "{}"}, {"", "f", "{}"}});
    const auto more = calling({{"call", "", "{}"}});
    turns.insert(turns.end(), more.begin(), more.end());

    shape_calls(turns, {});

    EXPECT_EQ(call_in(turns, 0, 0).id, "call");
    EXPECT_EQ(call_in(turns, 0, 1).id, "call_2");
    EXPECT_EQ(call_in(turns, 2, 0), (ToolUseBlock{"call_3", "tool", "{}"}));
    EXPECT_EQ(answered_in(turns, 1, 1), "call_2");
    EXPECT_EQ(answered_in(turns, 3, 0), "call_3");
}

TEST(CallForm, IdsOfAnExactLengthAreLettersAndDigitsAndStayDifferent) {  // P4
    auto turns = calling({{"toolu_01ABC", "f", "{}"}, {"abcDEF123", "f", "{}"}, {"", "f", "{}"}});
    const auto more = calling({{"abcDEF123", "f", "{}"}, {"toolu_01ABC", "f", "{}"}});
    turns.insert(turns.end(), more.begin(), more.end());

    shape_calls(turns, {.exact_id = 9});

    std::set<std::string> ids;
    for (const std::size_t turn : {0u, 2u}) {
        for (std::size_t i = 0; i < turns[turn].content.size(); ++i) {
            const auto id = call_in(turns, turn, i).id;
            EXPECT_EQ(id.size(), 9U);
            EXPECT_EQ(id.find_first_not_of("0123456789abcdefABCDEF"), id.npos) << id;
            EXPECT_EQ(answered_in(turns, turn + 1, i), id);
            ids.insert(id);
        }
    }
    EXPECT_EQ(ids.size(), 5U);
    EXPECT_EQ(call_in(turns, 0, 1).id, "abcDEF123");
}

TEST(CallForm, AManyTimesRepeatedLongIdStaysWithinTheLimit) {  // P1
    auto turns = calling(std::vector<ToolUseBlock>(200, {std::string(40, 'y'), "f", "{}"}));

    shape_calls(turns, {.max_id = 40});

    for (std::size_t i = 0; i < 200; ++i) {
        EXPECT_LE(call_in(turns, 0, i).id.size(), 40U);
        EXPECT_EQ(call_in(turns, 0, i).id, answered_in(turns, 1, i));
    }
}

TEST(CallForm, NamesBeginAsTheApiWants) {  // P1
    auto turns = calling({{"", "3d.view", "{}"}, {"a b", "_x:y", "{}"}});

    shape_calls(turns, {.max_id = 0, .name_marks = "_-.:", .digits_first = false});

    EXPECT_EQ(call_in(turns, 0, 0), (ToolUseBlock{"", "_3d.view", "{}"}));
    EXPECT_EQ(call_in(turns, 0, 1), (ToolUseBlock{"a b", "_x:y", "{}"}));
}

TEST(CallForm, ACutLetterIsReplaced) {  // P1
    std::string id;
    for (int i = 0; i < 40; ++i) id += "ü";
    auto turns = calling({{id, "f", "{}"}});

    shape_calls(turns, {.max_id = 40});

    EXPECT_LE(call_in(turns, 0, 0).id.size(), 40U);
    EXPECT_EQ(call_in(turns, 0, 0).id.substr(0, 2), "ü");
}

}  // namespace
}  // namespace fovea::providers
