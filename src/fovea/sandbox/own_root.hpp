// A file system of a process's own, in which there is what it is shown and nothing else: no home, no
// /run, no /tmp, and so none of the sockets that programs of the user listen on there.
#pragma once

#include "fovea/sandbox/landlock.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace fovea::sandbox {

struct OwnRoot {
    std::span<const FileGrant> shown;  // at the same places; what is missing stays missing
    std::string folder;  // at the same place too, with a copy of what is in it, to write into
    std::uint64_t max_bytes = 0;  // of memory for everything that is written, there and elsewhere
};

// For good. The process is the first of its process namespace, and alone in its mount namespace
// (own_spaces.hpp). After a failure its file system is half made: it has to end.
bool enter_own_root(const OwnRoot& root);

}  // namespace fovea::sandbox
