// The powers that the kernel splits root's into. A process that reads foreign bytes has none of them,
// also where root started it.
#pragma once

#include <optional>

namespace fovea::sandbox {

// Gives all of them up, for this process and whatever it becomes; `kept` alone stays where it was held.
// For a process of one thread. False when some are left.
bool drop_capabilities(std::optional<int> kept = {});

}  // namespace fovea::sandbox
