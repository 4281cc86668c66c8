// Which key does what to the text that is being written; the keys of Emacs and of readline, and of everybody.
#pragma once

#include "fovea/tui/editor/edit_buffer.hpp"
#include "fovea/tui/terminal/input.hpp"

namespace fovea::tui {

// Whether the key was one of them. Enter alone is not, and neither are Up and Down: what they do depends on more
// than the text.
bool edit(EditBuffer& buffer, const Key& key);

}  // namespace fovea::tui
