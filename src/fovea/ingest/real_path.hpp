// Where something that is open lies, by the kernel's own account: absolute, without links.
#pragma once

#include <filesystem>

namespace fovea::ingest {

// Empty where nobody can tell, as without /proc.
std::filesystem::path real_path(int fd);

}  // namespace fovea::ingest
