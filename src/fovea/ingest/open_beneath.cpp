#include "fovea/ingest/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <iterator>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

// Non-blocking: a pipe somebody made must not make us wait for its writer.
int flags_of(Opened how) {
    return how == Opened::Facts ? O_PATH | O_CLOEXEC : O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
}

// Links are followed as long as they stay beneath the root; the kernel sees to it.
int open_at_once(int root, const std::string& path, int flags) {
    open_how how{};
    how.flags = static_cast<std::uint64_t>(flags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    long fd = -1;
    do {
        fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
    return static_cast<int>(fd);
}

// For kernels before 5.6, and where a container forbids the call: step by step, following no link.
int open_by_steps(int root, const fs::path& path, int flags) {
    int folder = ::dup(root);
    for (auto step = path.begin(); step != path.end() && folder >= 0; ++step) {
        const bool is_last = std::next(step) == path.end();
        const int how =
            is_last ? flags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const int next = ::openat(folder, step->c_str(), how);
        ::close(folder);
        folder = next;
    }
    return folder;
}

}  // namespace

Fd open_beneath(int root, const fs::path& path, Opened how) {
    const int flags = flags_of(how);
    const int fd = open_at_once(root, path.string(), flags);
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return Fd(fd);
    return Fd(open_by_steps(root, path, flags));
}

}  // namespace fovea::ingest
