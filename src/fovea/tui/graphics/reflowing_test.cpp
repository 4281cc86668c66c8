#include "fovea/tui/graphics/reflowing.hpp"

#include <gtest/gtest.h>

namespace fovea::tui {
namespace {

TEST(Reflowing, IsKnownByTheNameThatATerminalGivesItself) {  // U1
    for (const auto* name :
         {"kitty(0.32.1)",
          "tmux 3.3a",
          "foot(1.13.1)",
          "VTE(7600)",
          "WezTerm 2024",
          "iTerm2 3.5"}) {
        EXPECT_TRUE(breaks_lines_anew({.name = name}, {})) << name;
    }
    for (const auto* name : {"XTerm(379)", "", "mintty 3.6.1"}) {
        EXPECT_FALSE(breaks_lines_anew({.name = name}, {})) << name;
    }
}

TEST(Reflowing, IsGuessedForAlacrittyAloneWhichSaysNoName) {  // U1
    TerminalSurroundings around;
    around.term = "alacritty";

    EXPECT_TRUE(breaks_lines_anew({}, around));
    EXPECT_FALSE(breaks_lines_anew({.name = "XTerm(379)"}, around));
}

}  // namespace
}  // namespace fovea::tui
