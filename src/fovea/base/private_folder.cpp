#include "fovea/base/private_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace fovea {

Error file_error(std::string_view what, const std::filesystem::path& path) {
    return {
        ErrorCode::StoreError,
        "cannot " + std::string(what) + " " + path.string() + ": " +
            std::generic_category().message(errno)};
}

Result<void> make_private_folder(const std::filesystem::path& folder) {
    std::error_code failed;
    if (std::filesystem::is_directory(folder, failed)) return {};
    const auto parent = folder.parent_path();
    if (!parent.empty() && parent != folder) TRY(make_private_folder(parent));
    if (::mkdir(folder.c_str(), 0700) == 0) {
        // As far as it goes: a parent such as /home need not be readable.
        static_cast<void>(sync_folder(parent));
        return {};
    }
    // Made by another process in the meantime, or a name that ends in "/" or ".".
    if (errno == EEXIST && std::filesystem::is_directory(folder, failed)) return {};
    return file_error("make the folder", folder);
}

Result<void> sync_folder(const std::filesystem::path& folder) {
    const Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd || ::fsync(fd.number()) != 0) return file_error("sync", folder);
    return {};
}

Result<Fd> hold_lock(const std::filesystem::path& path) {
    Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return file_error("lock", path);
    while (::flock(fd.number(), LOCK_EX) != 0) {
        if (errno != EINTR) return file_error("lock", path);
    }
    return fd;
}

}  // namespace fovea
