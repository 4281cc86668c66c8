#include "fovea/providers/turns.hpp"

#include <gtest/gtest.h>

namespace fovea::providers {
namespace {

using content::Message;
using content::Role;
using content::TextBlock;
using content::ToolResultBlock;
using content::ToolUseBlock;

ToolUseBlock call(std::string id) {
    return {std::move(id), "look", "{}"};
}

ToolResultBlock result(std::string id, std::string text) {
    return {std::move(id), {TextBlock{std::move(text)}}, false};
}

TEST(Turns, NeighboursOfOneRoleAreOneMessageAndEmptyTextsAreLeftOut) {  // C1
    const auto turns = ordered_turns(
        {{Role::System, {TextBlock{"be brief"}}},
         {Role::User, {TextBlock{"a"}, TextBlock{" \n"}}},
         {Role::User, {TextBlock{"b"}}},
         {Role::Assistant, {TextBlock{""}}},
         {Role::User, {TextBlock{"c"}}}}
    );

    EXPECT_EQ(
        turns,
        (std::vector<Message>{{Role::User, {TextBlock{"a"}, TextBlock{"b"}, TextBlock{"c"}}}})
    );
}

TEST(Turns, ResultsComeFirstAndInTheOrderOfTheCalls) {  // C3
    const auto turns = ordered_turns(
        {{Role::Assistant, {call("1"), call("2")}},
         {Role::User, {TextBlock{"look"}, result("2", "two")}},
         {Role::User, {result("1", "one")}}}
    );

    EXPECT_EQ(
        turns.back(),
        (Message{Role::User, {result("1", "one"), result("2", "two"), TextBlock{"look"}}})
    );
}

TEST(Turns, ACallWithoutResultGetsOneThatSaysSo) {  // C3
    const ToolResultBlock lost{"1", {TextBlock{"[The result of this call was lost.]"}}, true};

    const auto in_the_middle =
        ordered_turns({{Role::Assistant, {call("1")}}, {Role::User, {TextBlock{"go on"}}}});
    const auto at_the_end = ordered_turns({{Role::Assistant, {call("1")}}});

    EXPECT_EQ(in_the_middle.back(), (Message{Role::User, {lost, TextBlock{"go on"}}}));
    EXPECT_EQ(at_the_end.back(), (Message{Role::User, {lost}}));
}

TEST(Turns, AResultWithoutItsCallOrASecondOneIsLeftOut) {  // C3
    const auto turns = ordered_turns(
        {{Role::User, {result("0", "zero"), TextBlock{"hi"}}},
         {Role::Assistant, {TextBlock{"a"}}},
         {Role::User, {result("0", "again")}},
         {Role::Assistant, {call("1")}},
         {Role::User, {result("1", "one"), result("1", "twice")}}}
    );

    EXPECT_EQ(
        turns,
        (std::vector<Message>{
            {Role::User, {TextBlock{"hi"}}},
            {Role::Assistant, {TextBlock{"a"}, call("1")}},
            {Role::User, {result("1", "one")}}})
    );
}

TEST(Turns, CallsOfOneIdEachHaveTheirResult) {  // C3
    const auto turns = ordered_turns(
        {{Role::Assistant, {call(""), call("")}}, {Role::User, {result("", "a"), result("", "b")}}}
    );

    EXPECT_EQ(turns.back(), (Message{Role::User, {result("", "a"), result("", "b")}}));
}

TEST(Turns, TheSystemSpeaksWithOneVoice) {  // C1
    const Request request{
        .system = "Be brief.",
        .messages = {
            {Role::User, {TextBlock{"hi"}}}, {Role::System, {TextBlock{"Speak German."}}}}};

    EXPECT_EQ(system_text(request), "Be brief.\n\nSpeak German.");
    EXPECT_EQ(system_text({}), "");
}

TEST(Turns, TheModelSpeaksBetweenAToolAndTheUserWhereThatIsWanted) {  // P4
    const Message calls{Role::Assistant, {call("1")}};
    const Message spoken{Role::Assistant, {TextBlock{"I have the results."}}};
    const Message asked{Role::User, {TextBlock{"and?"}}};

    const auto turns = with_reply_to_tools(
        {asked,
         calls,
         {Role::User, {result("1", "one"), TextBlock{"look"}}},
         calls,
         {Role::User, {result("1", "two")}}}
    );

    EXPECT_EQ(
        turns,
        (std::vector<Message>{
            asked,
            calls,
            {Role::User, {result("1", "one")}},
            spoken,
            {Role::User, {TextBlock{"look"}}},
            calls,
            {Role::User, {result("1", "two")}}})
    );
}

}  // namespace
}  // namespace fovea::providers
