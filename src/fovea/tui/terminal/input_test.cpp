#include "fovea/tui/terminal/input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fovea::tui {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Input> parse(std::string_view bytes) {
    InputParser parser;
    return parser.feed(bytes);
}

// In pieces of one byte: nothing may depend on where the pieces end.
std::vector<Input> parse_slowly(std::string_view bytes) {
    InputParser parser;
    std::vector<Input> found;
    for (const char byte : bytes) {
        for (auto& each : parser.feed({&byte, 1})) found.push_back(std::move(each));
    }
    return found;
}

Key typed(std::string text) {
    return {.text = std::move(text)};
}
Key ctrl(std::string text) {
    return {.text = std::move(text), .ctrl = true};
}

TEST(Input, TakesCharactersOfManyBytes) {
    EXPECT_THAT(
        parse_slowly("aé漢👍"), ElementsAre(typed("a"), typed("é"), typed("漢"), typed("👍"))
    );
    EXPECT_THAT(parse("\xC3("), ElementsAre(typed("\uFFFD"), typed("(")));
    EXPECT_THAT(parse("\xFF"), ElementsAre(typed("\uFFFD")));
    EXPECT_THAT(parse("\xF4\x9D\x9D\x9D"), ElementsAre(typed("\uFFFD")));  // above U+10FFFF
}

TEST(Input, NamesControlKeys) {
    EXPECT_THAT(
        parse("\x01\x03\r\n\t\x7f\x1f"),
        ElementsAre(
            ctrl("a"),
            ctrl("c"),
            Key{.name = KeyName::Enter},
            ctrl("j"),
            Key{.name = KeyName::Tab},
            Key{.name = KeyName::Backspace},
            ctrl("_")
        )
    );
}

TEST(Input, KnowsKeysWithModifiers) {
    EXPECT_THAT(
        parse_slowly("\x1b[A\x1b[1;5C\x1bOH\x1b[3~\x1b[3;5~\x1b[Z\x1b[8~"),
        ElementsAre(
            Key{.name = KeyName::Up},
            Key{.name = KeyName::Right, .ctrl = true},
            Key{.name = KeyName::Home},
            Key{.name = KeyName::Delete},
            Key{.name = KeyName::Delete, .ctrl = true},
            Key{.name = KeyName::Tab, .shift = true},
            Key{.name = KeyName::End}
        )
    );
}

TEST(Input, KnowsAltAsAnEscapeBefore) {
    EXPECT_THAT(
        parse("\x1b"
              "b\x1b\r\x1b\x7f\x1bé"),
        ElementsAre(
            Key{.text = "b", .alt = true},
            Key{.name = KeyName::Enter, .alt = true},
            Key{.name = KeyName::Backspace, .alt = true},
            Key{.text = "é", .alt = true}
        )
    );
}

TEST(Input, KnowsTheKeysOfKittysProtocol) {
    EXPECT_THAT(
        parse_slowly("\x1b[13;2u\x1b[97;5u\x1b[27u\x1b[99:67;5u\x1b[57414u\x1b[233u"),
        ElementsAre(
            Key{.name = KeyName::Enter, .shift = true},
            ctrl("a"),
            Key{.name = KeyName::Escape},
            ctrl("c"),
            Key{.name = KeyName::Enter},
            typed("é")
        )
    );
    EXPECT_THAT(parse("\x1b[5555555u"), ElementsAre(typed("\uFFFD")));
    EXPECT_THAT(parse("\x1b[27;2;13~"), ElementsAre(Key{.name = KeyName::Enter, .shift = true}));
}

TEST(Input, TakesShortcutsOfOtherLayoutsByTheKeyThatIsMeant) {  // U1
    EXPECT_THAT(
        parse_slowly("\x1b[1089::99;5u\x1b[1089::99u\x1b[91;5u"),
        ElementsAre(ctrl("c"), typed("с"), Key{.name = KeyName::Escape})
    );
}

TEST(Input, LeavesKeysOfTheWindowManagerAlone) {  // U1
    EXPECT_THAT(parse("\x1b[99;9u"), ElementsAre(Key{.name = KeyName::Other}));
    EXPECT_THAT(parse("\x1b[99;65u"), ElementsAre(typed("c")));  // Caps Lock
}

TEST(Input, TellsALoneEscapeAfterAWhile) {
    InputParser parser;

    EXPECT_THAT(parser.feed("\x1b"), IsEmpty());
    EXPECT_TRUE(parser.is_waiting());
    EXPECT_THAT(parser.flush(milliseconds(50)), ElementsAre(Key{.name = KeyName::Escape}));
    EXPECT_FALSE(parser.is_waiting());
}

TEST(Input, TakesTwoEscapesAsTwo) {
    InputParser parser;

    EXPECT_THAT(parser.feed("\x1b\x1b"), ElementsAre(Key{.name = KeyName::Escape}));
    EXPECT_THAT(parser.flush(milliseconds(50)), ElementsAre(Key{.name = KeyName::Escape}));
}

TEST(Input, TakesAltBracketAsAKeyAndNotAsTheBeginOfAnAnswer) {
    InputParser parser;

    EXPECT_THAT(parser.feed("\x1b]"), IsEmpty());
    EXPECT_THAT(parser.flush(milliseconds(50)), ElementsAre(Key{.text = "]", .alt = true}));
    EXPECT_THAT(parser.feed("a"), ElementsAre(typed("a")));
}

TEST(Input, KeepsPastesWhole) {  // U1
    EXPECT_THAT(
        parse_slowly("\x1b[200~one\rtwo\r\n\x1b[31mthree\x1b[201~x"),
        ElementsAre(Pasted{"one\ntwo\n\x1b[31mthree"}, typed("x"))
    );
    EXPECT_THAT(parse("\x1b[200~\x1b[201~"), ElementsAre(Pasted{""}));
}

TEST(Input, CutsPastesThatAreTooLong) {
    InputParser parser({.paste = 8});
    const auto found = parser.feed("\x1b[200~" + std::string(10'000, 'a') + "\x1b[201~b");

    ASSERT_EQ(found.size(), 2u);
    const auto& paste = std::get<Pasted>(found[0]);
    EXPECT_TRUE(paste.is_cut);
    EXPECT_EQ(paste.text.substr(0, 8), "aaaaaaaa");
    EXPECT_LE(paste.text.size(), 16u);
    EXPECT_EQ(found[1], Input(typed("b")));
}

TEST(Input, HandsOnWhatTheTerminalAnswers) {  // CAL-IMG-27
    EXPECT_THAT(
        parse_slowly(
            "a\x1b_Gi=31;OK\x1b\\\x1bP>|tmux 3.3a\x1b\\\x1b[?62;4c\x1b[6;20;10tb\x1b]11;x\x07"
        ),
        ElementsAre(
            typed("a"),
            Reply{"\x1b_Gi=31;OK\x1b\\"},
            Reply{"\x1bP>|tmux 3.3a\x1b\\"},
            Reply{"\x1b[?62;4c"},
            Reply{"\x1b[6;20;10t"},
            typed("b"),
            Reply{"\x1b]11;x\x1b\\"}
        )
    );
    EXPECT_THAT(parse("\x1b[?2026;2$y\x1b[?1u"), testing::SizeIs(2));
}

TEST(Input, EndsAnswersAtTheEightBitMarkButNotInsideACharacter) {
    EXPECT_THAT(
        parse("\x1b]0;a\x9c"
              "b"),
        ElementsAre(Reply{"\x1b]0;a\x1b\\"}, typed("b"))
    );
    EXPECT_THAT(parse("\x1b]0;“\x07"), ElementsAre(Reply{"\x1b]0;“\x1b\\"}));  // E2 80 9C
}

TEST(Input, ForgetsAnswersThatNeverEndOrAreTooLong) {
    InputParser parser({.reply = 100});
    EXPECT_THAT(parser.feed("\x1b]" + std::string(1000, 'x') + "\x07y"), ElementsAre(typed("y")));

    EXPECT_THAT(parser.feed("\x1bPabc"), IsEmpty());
    EXPECT_THAT(parser.flush(milliseconds(50)), IsEmpty());
    EXPECT_THAT(parser.flush(milliseconds(1000)), IsEmpty());
    EXPECT_THAT(parser.feed("z"), ElementsAre(typed("z")));
}

TEST(Input, LeavesNothingOfSequencesThatItDoesNotKnow) {
    EXPECT_THAT(parse("\x1b[I\x1b[O\x1b[201~"), IsEmpty());
    EXPECT_THAT(parse("\x1b[" + std::string(1000, '1') + "~a"), ElementsAre(typed("a")));
}

}  // namespace
}  // namespace fovea::tui
