// A text in the editor of the person's choice: $VISUAL, $EDITOR, else vi.
#pragma once

#include "fovea/base/result.hpp"

#include <string>

namespace fovea::tui {

// The text as it was left there, without the line end that editors add. Blocks; the terminal has to be lent before.
Result<std::string> edit_externally(const std::string& text);

}  // namespace fovea::tui
