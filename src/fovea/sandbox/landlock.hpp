// Landlock: the kernel refuses this process every file it has not open already, on newer kernels
// also TCP and signals to other processes. Needs no privileges, only no_new_privs.
#pragma once

#include <span>

namespace fovea::sandbox {

// Gives up every right that the running kernel knows; for good. Returns the ABI in force, or 0
// where Landlock is missing. Needs one free file descriptor for the moment of the call.
int give_up_files();

// What stays allowed of one file, or of everything below one folder.
struct FileGrant {
    enum class Right { Read, ReadAndWrite, Run };  // Run reads as well

    const char* path;
    Right right;
};

// The same, but for these. One that is not there, or may not be looked at, stays refused.
int give_up_files_except(std::span<const FileGrant> grants);

}  // namespace fovea::sandbox
