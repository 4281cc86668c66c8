// The system calls a worker may make once it is locked down: take and give packets on its one
// socket, manage its own memory, tell the time, abort, exit. Everything else ends the process with
// SIGSYS.
#pragma once

namespace fovea::sandbox {

// For good, for this process. Needs no_new_privs. False where the kernel has no seccomp.
//
// In sanitizer builds the filter is turned around: all is allowed but network, processes, programs
// and signals, which fail with EPERM.
bool filter_system_calls();

}  // namespace fovea::sandbox
