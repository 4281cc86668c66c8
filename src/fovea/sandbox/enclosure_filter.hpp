// The system calls that an enclosed program may not make. A browser needs most of what there is, so this
// is a list of what is refused: ways out of its network, and doors into the kernel that it has no use
// for. They fail with EPERM.
#pragma once

namespace fovea::sandbox {

// For good, for this process and those it starts. Needs no_new_privs. False where the kernel has no
// seccomp.
bool filter_enclosed_calls();

}  // namespace fovea::sandbox
