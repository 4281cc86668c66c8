// iTerm2's inline images: a file that the terminal shows in so many cells from the cursor on.
//
//     tty << iterm_picture(png, 40, 12);
//
// There is no removal: whatever is written over the cells replaces it.
#pragma once

#include "fovea/base/bytes.hpp"

#include <string>

namespace fovea::tui {

// Where the cursor is afterwards differs between terminals. In several pieces from 500 kB on: one may be as
// long as 1 MB.
std::string iterm_picture(ByteView png, int columns, int rows, bool tmux_between = false);

}  // namespace fovea::tui
