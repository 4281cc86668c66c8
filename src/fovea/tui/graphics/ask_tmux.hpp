// What tmux says of the terminal outside of it: asked once, where TMUX is set.
//
//     ask_tmux(around, variable, stop);   // fills in tmux_outside and tmux_passes_on
#pragma once

#include "fovea/tui/graphics/choose_graphics.hpp"

#include <stop_token>
#include <string_view>

namespace fovea::tui {

// Runs `tmux display-message` for at most 100 ms; what cannot be asked stays unknown.
void ask_tmux(
    TerminalSurroundings& around,
    const TerminalSurroundings::Variable& variable,
    const std::stop_token& stop
);

// Its answer: "on kitty(0.32.1)".
void take_tmux_answer(std::string_view answer, TerminalSurroundings& around);

}  // namespace fovea::tui
