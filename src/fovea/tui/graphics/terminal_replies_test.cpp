#include "fovea/tui/graphics/terminal_replies.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

// As whoever reads the keyboard cuts them.
TerminalReplies replies_in(std::string_view bytes) {
    TerminalReplies replies;
    while (!bytes.empty()) {
        const auto length = sequence_length(bytes);
        EXPECT_GT(length, 0u) << bytes;
        if (length == 0) break;
        EXPECT_TRUE(replies.take(bytes.substr(0, length))) << bytes.substr(1, length - 1);
        bytes.remove_prefix(length);
    }
    return replies;
}

TEST(TerminalReplies, AreThoseOfKitty) {  // CAL-IMG-27
    const auto replies = replies_in(
        "\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.26.5)\x1b\\\x1b[6;20;10t\x1b[4;480;800t\x1b[?2026;2$y"
        "\x1b[?5522;0$y\x1b[?0u\x1b[?62;c"
    );

    EXPECT_EQ(
        replies,
        (TerminalReplies{
            .answered = true,
            .kitty_graphics = true,
            .name = "kitty(0.26.5)",
            .cell = {10, 20},
            .text_area = {800, 480},
            .synchronized_output = true,
            .kitty_keyboard = true})
    );
}

TEST(TerminalReplies, AreThoseOfTmux) {  // CAL-IMG-27
    const auto replies = replies_in("\x1bP>|tmux 3.3a\x1b\\\x1b[?1;2c");

    EXPECT_EQ(replies, (TerminalReplies{.answered = true, .name = "tmux 3.3a"}));
}

TEST(TerminalReplies, SixelIsAnAttributeAndNotTheLevel) {  // CAL-IMG-27
    EXPECT_TRUE(replies_in("\x1b[?62;4;22c").sixel);
    EXPECT_TRUE(replies_in("\x1b[?64;1;2;4c").sixel);
    EXPECT_FALSE(replies_in("\x1b[?4c").sixel);
    EXPECT_FALSE(replies_in("\x1b[?62;44;14c").sixel);
}

TEST(TerminalReplies, ARefusedQueryIsNoGraphics) {  // CAL-IMG-27
    EXPECT_FALSE(replies_in("\x1b_Gi=31;ENOTSUP:no\x1b\\").kitty_graphics);
    EXPECT_FALSE(replies_in("\x1b_Gi=30;OK\x1b\\").kitty_graphics);
    EXPECT_TRUE(replies_in("\x1b_Gi=31,p=1;OK\x1b\\").kitty_graphics);
}

TEST(TerminalReplies, WhatMakesNoSenseChangesNothing) {  // CAL-IMG-27
    for (const auto* sequence :
         {"\x1b[6;0;0t",
          "\x1b[6;99999;10t",
          "\x1b[4;4294967295;4294967295t",
          "\x1b_G\x1b\\",
          "\x1b_Gi=31\x1b\\",
          "\x1b[?2026;0$y"}) {
        EXPECT_EQ(replies_in(sequence), TerminalReplies{}) << sequence + 1;
    }
    TerminalReplies replies;
    for (const auto* key :
         {"\x1b[A",
          "\x1b[1;5C",
          "\x1b[200~",
          "a",
          "",
          "\x1b",
          "\x1b[?x;yc",
          "\x1b[6;20t",
          "\x1b[99999999999999999999t",
          "\x1b]1337;x\a"}) {
        EXPECT_FALSE(replies.take(key)) << key;
    }
    EXPECT_EQ(replies, TerminalReplies{});
}

TEST(TerminalReplies, ANameCannotDoAnything) {  // CAL-IMG-27
    TerminalReplies replies;
    ASSERT_TRUE(replies.take("\x1bP>|evil\x1b[2J\a" + std::string(500, 'x') + "\x1b\\"));

    EXPECT_EQ(replies.name.find('\x1b'), std::string::npos);
    EXPECT_LE(replies.name.size(), 90u);
}

TEST(SequenceLength, IsOfWholeSequencesAlone) {  // CAL-IMG-27
    EXPECT_EQ(sequence_length("\x1b[?62;4cabc"), 8u);
    EXPECT_EQ(sequence_length("\x1b[?62;4"), 0u);
    EXPECT_EQ(sequence_length("\x1b_Gi=31;OK\x1b\\x"), 12u);
    EXPECT_EQ(sequence_length("\x1b_Gi=31;OK\x1b"), 0u);
    EXPECT_EQ(sequence_length("\x1b]0;a\ab"), 6u);
    EXPECT_EQ(sequence_length("\x1b"), 0u);
    EXPECT_EQ(sequence_length("a"), 0u);
    EXPECT_EQ(sequence_length("\x1bP" + std::string(kMaxReply, 'x') + "\x1b\\"), 0u);
}

}  // namespace
}  // namespace fovea::tui
