#include "fovea/ingest/real_path.hpp"

#include <system_error>

#include <string>

namespace fovea::ingest {

std::filesystem::path real_path(int fd) {
    std::error_code failed;
    auto path = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(fd), failed);
    return failed || !path.is_absolute() ? std::filesystem::path() : path;
}

}  // namespace fovea::ingest
