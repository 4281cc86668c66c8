#include "fovea/store/private_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <new>
#include <string>

namespace fovea::store {
namespace {

constexpr mode_t kOwnerFile = 0600;
constexpr std::size_t kChunk = std::size_t{1}
                               << 20;  // between two looks at whether the call is over

Result<Bytes> read_up_to(
    int fd, std::size_t size, const std::filesystem::path& path, const Call& call
) {
    Bytes bytes(size);
    std::size_t done = 0;
    while (done < size) {
        TRY(call.check());
        const auto got = ::read(fd, bytes.data() + done, std::min(size - done, kChunk));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return file_error("read", path);
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

}  // namespace

Result<std::vector<std::string>> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        names.push_back(at->path().filename().string());
    }
    if (failed && failed != std::errc::no_such_file_or_directory) {
        errno = failed.value();
        return file_error("list", folder);
    }
    std::ranges::sort(names);
    return names;
}

Result<void> write_all(
    int fd, ByteView bytes, const std::filesystem::path& path, const Call& call
) {
    while (!bytes.empty()) {
        TRY(call.check());
        const auto written = ::write(fd, bytes.data(), std::min(bytes.size(), kChunk));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return file_error("write", path);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<Bytes> read_regular_file(
    const std::filesystem::path& path, std::uintmax_t max_bytes, const Call& call
) {
    TRY(call.check());
    // Without O_NONBLOCK, opening a pipe in a hostile folder would wait for ever.
    const Fd fd(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!fd && errno == ENOENT) {
        return Error{ErrorCode::FileNotFound, "file not found: " + path.string()};
    }
    struct stat facts {};
    if (!fd || ::fstat(fd.number(), &facts) != 0) return file_error("read", path);
    if (!S_ISREG(facts.st_mode)) {
        return Error{ErrorCode::StoreError, "cannot read " + path.string() + ": it is not a file"};
    }
    const auto size = static_cast<std::uintmax_t>(std::max<off_t>(facts.st_size, 0));
    if (size > max_bytes) {
        return Error{
            ErrorCode::LimitExceeded,
            path.string() + " has " + std::to_string(size) + " bytes, more than the " +
                std::to_string(max_bytes) + " that are read"};
    }
    try {
        return read_up_to(fd.number(), static_cast<std::size_t>(size), path, call);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::StoreError, "cannot read " + path.string() + ": out of memory"};
    }
}

Result<Fd> lock_file(const std::filesystem::path& path, LockKind kind, const Call& call) {
    constexpr std::chrono::milliseconds kBetweenTries{2};
    TRY(call.check());

    Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, kOwnerFile));
    if (!fd) return file_error("lock", path);
    const int how = kind == LockKind::Shared ? LOCK_SH : LOCK_EX;
    while (::flock(fd.number(), call.may_end() ? how | LOCK_NB : how) != 0) {
        if (errno != EINTR && errno != EWOULDBLOCK) return file_error("lock", path);
        TRY(call.check());
        if (errno == EWOULDBLOCK) call.wait(kBetweenTries);
    }
    return fd;
}

}  // namespace fovea::store
