// Calls of tools and what came of them, in the few words that fit a line.
#pragma once

#include "fovea/content/blocks.hpp"

#include <string>

namespace fovea::tui {

// What a call is about: "shot.png  crop 640,120 300×80".
std::string call_text(const content::ToolUseBlock& call);

// The words of a result, without the line ends behind them.
std::string result_text(const content::ToolResultBlock& result);

// "214 lines", "1 picture", or the words themselves where they are few.
std::string result_summary(const content::ToolResultBlock& result);

}  // namespace fovea::tui
