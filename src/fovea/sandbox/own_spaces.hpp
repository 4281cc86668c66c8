// Namespaces of a process's own: a network with loopback and nothing behind it, and, where it can be
// had, mounts and processes that nobody else has.
#pragma once

#include <functional>

namespace fovea::sandbox {

struct OwnSpaces {
    bool network = false;
    bool files_and_processes =
        false;  // the next child is the first process; its mounts are its own

    bool operator==(const OwnSpaces&) const = default;
};

// For this process and those it starts, for good; as the user it is now, who stays the same. What this
// machine does not let ordinary users have is left out. `try_inside` is run in a child that has it all,
// as its first process: false leaves files and processes out.
OwnSpaces enter_own_spaces(const std::function<bool()>& try_inside);

// Whether this process could make user, process and network namespaces, as browsers do for their own
// sandbox. Tried in a child.
bool can_make_namespaces();

// Whether the kernel counts the processes of a user namespace by themselves (from 5.14). Before, a limit
// counts all that the user has.
bool counts_processes_by_namespace();

}  // namespace fovea::sandbox
