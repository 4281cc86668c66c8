// Files that a person names, checked by the gate and stored.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/tui/app/conversation.hpp"

#include <stop_token>
#include <string>

namespace fovea::tui {

// As the person typed it: below the roots (V11), or a stored picture, or an address.
Result<content::ContentBlock> take_typed(
    std::string path, Conversation& talk, const std::stop_token& stop
);

// From anywhere: dropped on the window, or named on the command line.
Result<content::ContentBlock> take_path(
    std::string path, const ingest::Intake& intake, const std::stop_token& stop
);

}  // namespace fovea::tui
