#include "fovea/sandbox/own_root.hpp"

#include "fovea/base/fd.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string_view>

namespace fovea::sandbox {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kProcesses = "/proc";
constexpr int kMaxFiles = 20'000;

bool make_folders(const fs::path& path) {
    std::error_code failed;
    fs::create_directories(path, failed);
    return !failed;
}

// With the mounts below it: the kernel refuses to uncover what they hide.
bool bind(const char* from, const fs::path& to) {
    return ::mount(from, to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

bool show(const fs::path& root, const char* path) {
    struct stat found {};
    if (::lstat(path, &found) != 0) return true;
    const fs::path place = root / fs::path(path).relative_path();
    struct stat there {};
    if (::lstat(place.c_str(), &there) == 0) return true;  // below something that is shown
    if (!make_folders(place.parent_path())) return false;
    if (S_ISLNK(found.st_mode)) {
        std::error_code failed;
        fs::copy_symlink(path, place, failed);
        return !failed;
    }
    if (S_ISDIR(found.st_mode)) return make_folders(place) && bind(path, place);
    return Fd(::open(place.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) &&
           bind(path, place);
}

// Only the processes of its own namespace. Where parts of /proc are hidden (a container) the kernel
// gives no other, and the one that is there has to do.
bool show_processes(const fs::path& root) {
    const fs::path place = root / "proc";
    if (!make_folders(place)) return false;
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return ::mount("proc", place.c_str(), "proc", flags, nullptr) == 0 ||
           bind(kProcesses.data(), place);
}

bool copy_folder(const Fd& from, const fs::path& to) {
    std::error_code failed;
    const fs::path source = "/proc/self/fd/" + std::to_string(from.number()) + "/.";
    if (!make_folders(to)) return false;
    fs::copy(source, to, fs::copy_options::recursive, failed);
    return !failed;
}

// "." twice puts the old root over the new one, from where it is taken away.
bool leave_old_root(const std::string& root) {
    return ::chdir(root.c_str()) == 0 && ::syscall(SYS_pivot_root, ".", ".") == 0 &&
           ::umount2(".", MNT_DETACH) == 0 && ::chdir("/") == 0;
}

}  // namespace

bool enter_own_root(const OwnRoot& root) {
    const Fd folder(::open(root.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder) return false;
    // Nothing of what follows is seen outside.
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return false;
    const auto size = "mode=0755,size=" + std::to_string(root.max_bytes) +
                      ",nr_inodes=" + std::to_string(kMaxFiles);
    // Built on the folder, which is surely there and ours.
    const auto flags = static_cast<unsigned long>(MS_NOSUID | MS_NODEV);
    if (::mount("tmpfs", root.folder.c_str(), "tmpfs", flags, size.c_str()) != 0) return false;
    for (const FileGrant& grant : root.shown) {
        if (grant.path != kProcesses && !show(root.folder, grant.path)) return false;
    }
    return show_processes(root.folder) &&
           copy_folder(folder, root.folder / fs::path(root.folder).relative_path()) &&
           leave_old_root(root.folder);
}

}  // namespace fovea::sandbox
