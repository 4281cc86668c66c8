// A network in which a process is alone: loopback, and nothing behind it.
#pragma once

namespace fovea::sandbox {

// For this process and those it starts, for good; as the user it is now, who stays the same. False, and
// nothing changed, where this machine does not let ordinary users do that.
bool enter_own_network();

// Whether this process could make user, process and network namespaces, as browsers do for their own
// sandbox. Tried in a child.
bool can_make_namespaces();

}  // namespace fovea::sandbox
