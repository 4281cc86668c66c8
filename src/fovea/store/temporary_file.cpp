#include "fovea/store/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <functional>
#include <utility>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

std::uint64_t random_number() {
    std::uint64_t number = 0;
    while (::getrandom(&number, sizeof number, 0) < 0 && errno == EINTR) {
    }
    return number;
}

// A sweep may have taken the file for an abandoned one between its making and its locking.
bool lock_is_ours(const Fd& fd) {
    struct stat facts {};
    return ::flock(fd.number(), LOCK_EX | LOCK_NB) == 0 && ::fstat(fd.number(), &facts) == 0 &&
           facts.st_nlink > 0;
}

Result<void> for_each_abandoned(
    const fs::path& folder, const std::function<void(const fs::path&)>& visit
) {
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        const Fd fd(::open(at->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        if (fd && ::flock(fd.number(), LOCK_EX | LOCK_NB) == 0) visit(at->path());
    }
    if (!failed || failed == std::errc::no_such_file_or_directory) return {};
    errno = failed.value();
    return file_error("list", folder);
}

}  // namespace

TemporaryFile::TemporaryFile(fs::path path, Fd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), fd_(std::move(other.fd_)) {}

TemporaryFile::~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
}

Result<TemporaryFile> TemporaryFile::make(const fs::path& folder) {
    constexpr int kAttempts = 100;  // sweeps that came between, or a file system without locks
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        auto path = folder / fmt::format("{:016x}", random_number());
        Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!fd && errno == EEXIST) continue;
        if (!fd) return file_error("write", path);
        if (lock_is_ours(fd)) return TemporaryFile(std::move(path), std::move(fd));
        ::unlink(path.c_str());
    }
    return file_error("lock a file in", folder);
}

Result<void> TemporaryFile::write(ByteView bytes, const Call& call) {
    return write_all(fd_.number(), bytes, path_, call);
}

Result<void> TemporaryFile::sync() {
    if (::fsync(fd_.number()) != 0) return file_error("sync", path_);
    return {};
}

Result<void> TemporaryFile::rename_to(const fs::path& path) {
    if (::rename(path_.c_str(), path.c_str()) != 0) return file_error("write", path);
    path_.clear();
    return {};
}

Result<void> check_writable(const fs::path& folder) {
    constexpr std::size_t kEnough = 64u << 10;  // SQLite needs half of it to open a file
    auto name = (folder / ".writable-XXXXXX").string();
    const Fd fd(::mkostemp(name.data(), O_CLOEXEC));
    if (!fd) return file_error("write in", folder);
    ::unlink(name.c_str());
    return write_all(fd.number(), Bytes(kEnough), folder);
}

Result<void> set_time(const fs::path& path, Time time) {
    const auto count = time.time_since_epoch().count();
    timespec moment{};
    moment.tv_sec = static_cast<std::time_t>(count / 1000);
    moment.tv_nsec = static_cast<long>(count % 1000) * 1'000'000;
    const std::array<timespec, 2> times{moment, moment};
    if (::utimensat(AT_FDCWD, path.c_str(), times.data(), AT_SYMLINK_NOFOLLOW) != 0) {
        return file_error("write", path);
    }
    return {};
}

Result<std::vector<fs::path>> abandoned_files(const fs::path& folder) {
    std::vector<fs::path> found;
    TRY(for_each_abandoned(folder, [&](const fs::path& path) { found.push_back(path); }));
    return found;
}

Result<void> remove_abandoned_files(const fs::path& folder) {
    return for_each_abandoned(folder, [](const fs::path& path) { ::unlink(path.c_str()); });
}

}  // namespace fovea::store
