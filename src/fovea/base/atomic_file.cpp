#include "fovea/base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>

namespace fovea {
namespace {

Error failed(const std::filesystem::path& path) {
    return {ErrorCode::StoreError, "cannot write " + path.string() + ": " + std::strerror(errno)};
}

bool write_all(int fd, ByteView bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

// Where the bytes really go: a link is followed. Only regular files are replaced; a rename over a
// device or a pipe would destroy it.
Result<std::filesystem::path> resolve_target(const std::filesystem::path& path) {
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0) return path;
    if (!S_ISREG(facts.st_mode)) {
        return Error{ErrorCode::StoreError, "cannot write " + path.string() + ": it is not a file"};
    }
    std::error_code ignored;
    auto target = std::filesystem::canonical(path, ignored);
    return ignored ? path : target;
}

}  // namespace

Result<void> write_file(const std::filesystem::path& path, ByteView bytes, Readers readers) {
    static std::atomic<unsigned> counter{0};
    const auto target = TRY(resolve_target(path));
    const auto temporary =
        target.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    const mode_t mode = readers == Readers::OwnerOnly ? 0600 : 0666;
    const int fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd < 0) return failed(path);
    const bool written = write_all(fd, bytes);
    const int problem = errno;
    const bool closed = ::close(fd) == 0;
    if (written && closed && ::rename(temporary.c_str(), target.c_str()) == 0) return {};
    if (!written) errno = problem;
    const auto error = failed(path);
    ::unlink(temporary.c_str());
    return error;
}

}  // namespace fovea
