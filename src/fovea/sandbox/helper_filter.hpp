// The system calls that a helper program may make: read files, manage memory, run threads, write to
// what is open. Everything else is a call that this kernel does not have (ENOSYS), which programs
// know how to live with: no sockets, no other processes, no signals to them, no namespaces, no
// tracing, no keys.
#pragma once

namespace fovea::sandbox {

// For good, for this process and the program it becomes. Needs no_new_privs. False where the kernel
// has no seccomp.
bool filter_helper_calls();

}  // namespace fovea::sandbox
