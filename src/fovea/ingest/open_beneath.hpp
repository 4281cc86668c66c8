// Opens what lies below a folder, and nothing that a link inside it leads out to: the kernel resolves
// the path (openat2), or every step is opened by itself where it cannot.
#pragma once

#include "fovea/base/fd.hpp"

#include <filesystem>

namespace fovea::ingest {

enum class Opened {
    Content,  // to be read; never waits for the other end of a pipe
    Facts,    // to be asked what it is
};

// Empty when there is nothing, or nothing that may be opened.
Fd open_beneath(int root, const std::filesystem::path& path, Opened how);

}  // namespace fovea::ingest
