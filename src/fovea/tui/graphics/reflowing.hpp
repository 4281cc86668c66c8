// Whether a terminal breaks its lines anew when the window gets narrower, by the name that it gives itself. Where it is
// not known it does not: a line too many taken for one of ours would take away what was said.
#pragma once

#include "fovea/tui/graphics/choose_graphics.hpp"
#include "fovea/tui/graphics/terminal_replies.hpp"

namespace fovea::tui {

bool breaks_lines_anew(const TerminalReplies& replies, const TerminalSurroundings& around);

}  // namespace fovea::tui
