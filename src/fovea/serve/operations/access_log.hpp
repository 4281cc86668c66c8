// One line of JSON for each answer, at the level info: no query, no header, no token.
#pragma once

#include "fovea/serve/http/talk.hpp"

namespace fovea::serve {

void log_access(const Answered& answered);

}  // namespace fovea::serve
