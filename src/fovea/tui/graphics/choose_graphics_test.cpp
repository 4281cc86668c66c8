#include "fovea/tui/graphics/choose_graphics.hpp"

#include "fovea/tui/graphics/ask_tmux.hpp"

#include <gtest/gtest.h>

#include <map>

namespace fovea::tui {
namespace {

using Variables = std::map<std::string, std::string>;

Result<TerminalSurroundings> read(const Variables& variables) {
    return TerminalSurroundings::of([&](const char* name) -> const char* {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    });
}

TerminalSurroundings around(Variables variables) {
    variables.try_emplace("TERM", "xterm-256color");
    variables.try_emplace("LANG", "en_US.UTF-8");
    auto read_ones = read(variables);
    EXPECT_TRUE(read_ones.ok());
    return std::move(read_ones).value();
}

GraphicsKind kind(const TerminalReplies& replies, Variables variables = {}) {
    return choose_graphics(replies, around(std::move(variables))).kind;
}

TerminalReplies answered(std::string name, bool kitty = false, bool sixel = false) {
    return {.answered = true, .kitty_graphics = kitty, .sixel = sixel, .name = std::move(name)};
}

TEST(ChooseGraphics, TheAnswersDecide) {  // CAL-IMG-27
    EXPECT_EQ(kind(answered("kitty(0.26.5)", true)), GraphicsKind::Kitty);
    EXPECT_EQ(kind(answered("WezTerm 20240203", true, true)), GraphicsKind::Kitty);
    EXPECT_EQ(kind(answered("iTerm2 3.4.20", false, true)), GraphicsKind::Iterm);
    EXPECT_EQ(kind(answered("mintty 3.6.1", false, true)), GraphicsKind::Iterm);
    EXPECT_EQ(kind(answered("foot(1.13.1)", false, true)), GraphicsKind::Sixel);
    EXPECT_EQ(kind(answered("XTerm(379)")), GraphicsKind::Symbols);
    EXPECT_EQ(kind({}), GraphicsKind::Symbols);
    EXPECT_EQ(kind({}, {{"LANG", "C"}}), GraphicsKind::Words);
}

TEST(ChooseGraphics, VariablesCountOnlyWhereTheTerminalHasNoName) {  // CAL-IMG-27
    // ssh hands LC_TERMINAL on, and sudo TERM_PROGRAM, into another terminal.
    EXPECT_EQ(kind(answered(""), {{"LC_TERMINAL", "iTerm2"}}), GraphicsKind::Iterm);
    EXPECT_EQ(kind(answered("XTerm(379)"), {{"LC_TERMINAL", "iTerm2"}}), GraphicsKind::Symbols);
    EXPECT_EQ(kind({}, {{"TERM_PROGRAM", "iTerm.app"}}), GraphicsKind::Symbols);
    EXPECT_EQ(kind(answered(""), {{"TERM_PROGRAM", "vscode"}}), GraphicsKind::Symbols);
    EXPECT_EQ(
        kind(answered("xterm.js(5.6.0)", false, true), {{"TERM_PROGRAM", "vscode"}}),
        GraphicsKind::Iterm
    );
}

TEST(ChooseGraphics, WhatThePersonWantsGoesFirst) {  // CAL-IMG-29
    const auto kitty = answered("kitty(0.26.5)", true);

    EXPECT_EQ(kind(kitty, {{"FOVEA_GRAPHICS", "sixel"}}), GraphicsKind::Sixel);
    EXPECT_EQ(kind(kitty, {{"FOVEA_GRAPHICS", "iterm"}}), GraphicsKind::Iterm);
    EXPECT_EQ(kind(kitty, {{"FOVEA_GRAPHICS", "symbols"}}), GraphicsKind::Symbols);
    EXPECT_EQ(kind(kitty, {{"FOVEA_GRAPHICS", "none"}}), GraphicsKind::Words);
    EXPECT_EQ(kind({}, {{"FOVEA_GRAPHICS", "kitty"}}), GraphicsKind::Kitty);
    EXPECT_EQ(kind({}, {{"FOVEA_GRAPHICS", "kitty"}, {"TMUX", "x"}}), GraphicsKind::Placeholders);
    EXPECT_EQ(kind(kitty, {{"FOVEA_GRAPHICS", ""}}), GraphicsKind::Kitty);
}

TEST(ChooseGraphics, AnUnknownWishIsAnError) {  // CAL-IMG-29
    const auto refused = read({{"FOVEA_GRAPHICS", "ascii\x1b[31m"}});

    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::ConfigInvalid);
    EXPECT_EQ(
        refused.error().message,
        "FOVEA_GRAPHICS is \"ascii\\x1b[31m\"; it can be kitty, sixel, iterm, symbols or none"
    );
}

TEST(ChooseGraphics, InTmuxOnlyWhatSurvivesIt) {  // CAL-IMG-27
    const auto tmux = answered("tmux 3.3a");
    auto inside = around({{"TERM", "screen-256color"}, {"TMUX", "/tmp/tmux-0/default,1,0"}});
    EXPECT_EQ(choose_graphics(tmux, inside).kind, GraphicsKind::Symbols);

    take_tmux_answer("on kitty(0.32.1)\n", inside);
    const auto graphics = choose_graphics(tmux, inside);
    EXPECT_EQ(graphics.kind, GraphicsKind::Placeholders);
    EXPECT_TRUE(graphics.through_tmux);

    for (const auto* answer :
         {"off kitty(0.32.1)\n", "on kitty(0.26.5)\n", "on XTerm(379)\n", "on \n", "\n", ""}) {
        auto other = around({{"TMUX", "x"}});
        take_tmux_answer(answer, other);
        EXPECT_EQ(choose_graphics(tmux, other).kind, GraphicsKind::Symbols) << answer;
    }
    take_tmux_answer("all ghostty 1.1.0\n", inside);
    EXPECT_EQ(choose_graphics(tmux, inside).kind, GraphicsKind::Placeholders);
}

TEST(ChooseGraphics, NoColourLeavesWords) {  // CAL-IMG-28
    EXPECT_EQ(kind({}, {{"NO_COLOR", "1"}}), GraphicsKind::Words);
    EXPECT_EQ(kind({}, {{"NO_COLOR", ""}}), GraphicsKind::Symbols);
    EXPECT_EQ(kind(answered("kitty(0.26.5)", true), {{"NO_COLOR", "1"}}), GraphicsKind::Kitty);
    EXPECT_EQ(kind({}, {{"TERM", "dumb"}}), GraphicsKind::Words);
}

TEST(ChooseGraphics, TerminalsThatPrintWhatTheyDoNotKnowAreNotAsked) {  // CAL-IMG-27
    EXPECT_TRUE(may_ask(around({})));
    EXPECT_TRUE(may_ask(around({{"TMUX", "x"}, {"TERM", "screen"}})));
    for (const Variables& silent :
         {Variables{{"TERM", "dumb"}},
          {{"TERM", ""}},
          {{"TERM", "linux"}},
          {{"TERM", "screen.xterm"}},
          {{"STY", "1.pts"}},
          {{"TERM_PROGRAM", "Apple_Terminal"}},
          {{"INSIDE_EMACS", "29,term"}}}) {
        EXPECT_FALSE(may_ask(around(silent))) << silent.begin()->second;
    }
}

TEST(CellOf, IsWhatTellsFirst) {  // CAL-IMG-27
    TerminalReplies replies;
    EXPECT_EQ(cell_of(replies, {24, 80, {}}), (media::PixelSize{10, 20}));
    replies.text_area = {640, 384};
    EXPECT_EQ(cell_of(replies, {24, 80, {}}), (media::PixelSize{8, 16}));
    replies.cell = {9, 18};
    EXPECT_EQ(cell_of(replies, {24, 80, {}}), (media::PixelSize{9, 18}));
    EXPECT_EQ(cell_of(replies, {24, 80, {880, 504}}), (media::PixelSize{11, 21}));
    EXPECT_EQ(cell_of(replies, {0, 0, {880, 504}}), (media::PixelSize{9, 18}));
}

}  // namespace
}  // namespace fovea::tui
