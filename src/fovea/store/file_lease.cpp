#include "fovea/store/file_lease.hpp"

#include "fovea/base/fd.hpp"
#include "fovea/store/private_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <utility>

namespace fovea::store {
namespace {

constexpr std::size_t kLongestOwner = 200;

class FileLease final : public Lease {
public:
    FileLease(Fd fd, std::filesystem::path file) : fd_(std::move(fd)), file_(std::move(file)) {}
    FileLease(const FileLease&) = delete;
    FileLease& operator=(const FileLease&) = delete;
    // Gone before it is unlocked: whoever waits for it sees that, and makes one of their own.
    ~FileLease() override { ::unlink(file_.c_str()); }

private:
    Fd fd_;
    std::filesystem::path file_;
};

// Whether that is still the file of this name.
bool is_current(const Fd& fd, const std::filesystem::path& file) {
    struct stat ours {};
    struct stat named {};
    return ::fstat(fd.number(), &ours) == 0 && ::stat(file.c_str(), &named) == 0 &&
           ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

std::string owner_in(const Fd& fd) {
    std::array<char, kLongestOwner> text{};
    const auto count = ::pread(fd.number(), text.data(), text.size(), 0);
    return count > 0 ? std::string(text.data(), static_cast<std::size_t>(count)) : std::string();
}

}  // namespace

Result<Leased> lease_by_file(const std::filesystem::path& file, std::string_view owner) {
    for (bool has_folder = false;;) {
        Fd fd(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!fd && errno == ENOENT && !has_folder) {
            has_folder = true;  // made here or by another; a link to nowhere is neither
            if (::mkdir(file.parent_path().c_str(), 0700) != 0 && errno != EEXIST) {
                return file_error("make", file.parent_path());
            }
            continue;
        }
        if (!fd) return file_error("open", file);
        while (::flock(fd.number(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EINTR) continue;
            if (errno != EWOULDBLOCK) return file_error("lock", file);
            return Leased{.lease = nullptr, .owner = owner_in(fd)};
        }
        if (!is_current(fd, file)) continue;  // it was given back between the two
        owner = owner.substr(0, kLongestOwner);
        // Only for people: that a disk is full is no reason to give up.
        const bool is_named = ::ftruncate(fd.number(), 0) == 0 &&
                              ::pwrite(fd.number(), owner.data(), owner.size(), 0) ==
                                  static_cast<ssize_t>(owner.size());
        if (!is_named) owner = {};
        return Leased{std::make_unique<FileLease>(std::move(fd), file), std::string(owner)};
    }
}

}  // namespace fovea::store
