// One line of JSON for each answer, at the level info: no query, no header, no token. And why a turn failed, where that
// was our own fault: its clients are told less (base/public_message.hpp).
#pragma once

#include "fovea/host/event_log.hpp"
#include "fovea/serve/http/talk.hpp"

#include <string>

namespace fovea::serve {

void log_access(const Answered& answered);
void log_failure(const std::string& session, const host::NumberedEvent& event);

}  // namespace fovea::serve
