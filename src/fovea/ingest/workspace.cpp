#include "fovea/ingest/workspace.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

namespace fovea::ingest {
namespace {

namespace fs = std::filesystem;

class File {
public:
    explicit File(int fd) : fd_(fd) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (fd_ >= 0) ::close(fd_);
    }
    int get() const { return fd_; }

private:
    int fd_;
};

// Non-blocking: a pipe somebody made must not make us wait for its writer.
constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

// Links are followed as long as they stay beneath the root; the kernel sees to it.
int open_beneath(int root, const std::string& path) {
    open_how how{};
    how.flags = static_cast<std::uint64_t>(kFlags);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    long fd = -1;
    do {
        fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
    } while (fd < 0 && (errno == EINTR || errno == EAGAIN));
    return static_cast<int>(fd);
}

// For kernels before 5.6, and where a container forbids the call: step by step, following no link.
int open_by_steps(int root, const fs::path& path) {
    int folder = ::dup(root);
    for (auto step = path.begin(); step != path.end() && folder >= 0; ++step) {
        const bool is_last = std::next(step) == path.end();
        const int flags =
            is_last ? kFlags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
        const int next = ::openat(folder, step->c_str(), flags);
        ::close(folder);
        folder = next;
    }
    return folder;
}

int open_in(int root, const fs::path& path) {
    const int fd = open_beneath(root, path.string());
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return fd;
    return open_by_steps(root, path);
}

bool has_parent_step(const fs::path& path) {
    return std::ranges::any_of(path, [](const fs::path& step) { return step == ".."; });
}

// The part of an absolute path below the root; nothing when it is not below.
std::optional<fs::path> below(const fs::path& root, const fs::path& path) {
    const auto [at_root, at_path] = std::ranges::mismatch(root, path);
    if (at_root != root.end() || at_path == path.end()) return std::nullopt;
    fs::path rest;
    for (auto step = at_path; step != path.end(); ++step) rest /= *step;
    return rest;
}

Error not_found(std::string_view path) {
    return {ErrorCode::FileNotFound, "there is no file " + std::string(path) + " in the workspace"};
}

Result<Bytes> read_all(int fd, std::size_t size, std::size_t max_bytes) {
    Bytes bytes(std::min(size, max_bytes) + 1);  // one more tells whether it grew
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto count = ::read(fd, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Error{ErrorCode::FileNotFound, "the file cannot be read"};
        if (count == 0) break;
        done += static_cast<std::size_t>(count);
    }
    if (done > max_bytes || done > size) {
        return Error{
            ErrorCode::FileTooLarge,
            done > max_bytes ? "the file has more than " + std::to_string(max_bytes) + " bytes"
                             : "the file grows while it is read"};
    }
    bytes.resize(done);
    return bytes;
}

}  // namespace

Result<Workspace> Workspace::open(const std::vector<std::string>& roots) {
    Workspace workspace{std::vector<Root>{}};
    for (const auto& given : roots) {
        std::error_code failed;
        auto path = fs::canonical(given, failed);
        const int fd =
            failed ? -1 : ::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0) {
            return Error{
                ErrorCode::ConfigInvalid, "workspace.roots: " + given + " is not a folder"};
        }
        workspace.roots_.push_back({std::move(path), fd});
    }
    return workspace;
}

Workspace::Workspace(Workspace&& other) noexcept : roots_(std::exchange(other.roots_, {})) {}

Workspace& Workspace::operator=(Workspace&& other) noexcept {
    std::swap(roots_, other.roots_);
    return *this;
}

Workspace::~Workspace() {
    for (const auto& root : roots_) ::close(root.fd);
}

Result<Bytes> Workspace::read(std::string_view path, std::size_t max_bytes) const {
    const fs::path named{std::string(path)};
    if (path.empty() || path.find('\0') != std::string_view::npos || has_parent_step(named)) {
        return not_found(path);
    }
    for (const auto& root : roots_) {
        const auto inside =
            named.is_absolute() ? below(root.path, named.lexically_normal()) : std::optional(named);
        if (!inside) continue;
        const File file(open_in(root.fd, *inside));
        struct stat facts {};
        if (file.get() < 0 || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) continue;
        return read_all(file.get(), static_cast<std::size_t>(facts.st_size), max_bytes);
    }
    return not_found(path);
}

}  // namespace fovea::ingest
