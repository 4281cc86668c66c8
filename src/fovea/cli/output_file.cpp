#include "fovea/cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace fovea::cli {
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

}  // namespace

Result<void> write_file(const std::filesystem::path& path, ByteView bytes) {
    auto temporary = path.string() + ".XXXXXX";
    const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (fd < 0) return failed(path);
    const bool written = write_all(fd, bytes) && ::fchmod(fd, 0644) == 0;
    const int problem = errno;
    const bool closed = ::close(fd) == 0;
    if (written && closed && ::rename(temporary.c_str(), path.c_str()) == 0) return {};
    if (!written) errno = problem;
    const auto error = failed(path);
    ::unlink(temporary.c_str());
    return error;
}

}  // namespace fovea::cli
