#include "fovea/agent/own_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace fovea::agent {
namespace {

bool is_mine_or_roots(const struct stat& status) {
    return status.st_uid == ::geteuid() || status.st_uid == 0;
}

}  // namespace

bool is_own_folder(const std::filesystem::path& folder) {
    struct stat status {};
    if (!is_own_file(folder) || ::stat(folder.c_str(), &status) != 0) return false;
    // In a folder of one's own whatever others left is told by its owner; root's has everybody's files.
    const bool shared = (status.st_mode & S_IWOTH) != 0;
    return status.st_uid != 0 || !shared;
}

bool is_own_file(const std::filesystem::path& file) {
    struct stat status {};
    struct stat target {};
    return ::lstat(file.c_str(), &status) == 0 && ::stat(file.c_str(), &target) == 0 &&
           is_mine_or_roots(status) && is_mine_or_roots(target);
}

}  // namespace fovea::agent
