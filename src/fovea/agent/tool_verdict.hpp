// What becomes of a call when both the rules and a hook have spoken. Each is reported on its own
// (CAL-HL-10); this is only what follows from them.
#pragma once

#include "fovea/agent/hook_answer.hpp"
#include "fovea/agent/permissions.hpp"

namespace fovea::agent {

// A deny of either is a deny. A hook's ask asks, also where a rule allows. A hook's allow spares the
// question that a tool asks by default, not one that a rule of the user's demands.
Ruling combined(const Ruling& rules, const HookAnswer& hook);

}  // namespace fovea::agent
