// Landlock: the kernel refuses this process every file it has not open already, on newer kernels
// also TCP and signals to other processes. Needs no privileges, only no_new_privs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace fovea::sandbox {

// Gives up every right that the running kernel knows; for good. Returns the ABI in force, or 0
// where Landlock is missing. Needs one free file descriptor for the moment of the call.
int give_up_files();

// What stays allowed of one file, or of everything below one folder.
struct FileGrant {
    // Run reads as well. Own is everything with the files below a folder: make, write, rename and
    // delete, but not run.
    enum class Right { Read, ReadAndWrite, Run, Own };

    const char* path;
    Right right;
};

// The same, but for these. One that is not there, or may not be looked at, stays refused. Where the
// kernel has rules for the network (ABI 4), TCP may be connected to `tcp_port` and to no other.
int give_up_files_except(
    std::span<const FileGrant> grants, std::optional<std::uint16_t> tcp_port = {}
);

}  // namespace fovea::sandbox
