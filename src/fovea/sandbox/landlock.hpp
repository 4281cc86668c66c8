// Landlock: the kernel refuses this process every file it has not open already, on newer kernels
// also TCP and signals to other processes. Needs no privileges, only no_new_privs.
#pragma once

namespace fovea::sandbox {

// Gives up every right that the running kernel knows; for good. Returns the ABI in force, or 0
// where Landlock is missing. Needs one free file descriptor for the moment of the call.
int give_up_files();

}  // namespace fovea::sandbox
