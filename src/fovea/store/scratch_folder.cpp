#include "fovea/store/scratch_folder.hpp"

#include "fovea/store/private_files.hpp"
#include "fovea/store/temporary_file.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "fovea-scratch-";
constexpr time_t kSecondsToLock = 60;  // a younger one may be locked only now

Fd open_folder(const fs::path& path) {
    return Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// No other user's folder of that name is touched.
bool is_left_behind(const Fd& folder) {
    struct stat facts {};
    if (!folder || ::fstat(folder.number(), &facts) != 0) return false;
    return facts.st_uid == ::geteuid() && facts.st_ctime + kSecondsToLock < ::time(nullptr) &&
           ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0;
}

void remove_left_behind(const fs::path& place) {
    std::error_code failed;
    for (fs::directory_iterator each(place, failed), end; !failed && each != end;
         each.increment(failed)) {
        const auto& path = each->path();
        if (!path.filename().string().starts_with(kPrefix)) continue;
        const auto folder = open_folder(path);
        std::error_code ignored;
        if (is_left_behind(folder)) fs::remove_all(path, ignored);
    }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make_in(const fs::path& place) {
    auto name = (place / (std::string(kPrefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) return file_error("make a folder in", place);
    ScratchFolder made(name, open_folder(name));
    if (!made.lock_ || ::flock(made.lock_.number(), LOCK_EX | LOCK_NB) != 0) {
        return file_error("lock", name);
    }
    TRY(check_writable(made.path_));
    return made;
}

Result<ScratchFolder> ScratchFolder::make(const std::vector<fs::path>& places) {
    Error last{ErrorCode::StoreError, "no folder for temporary files"};
    for (const auto& place : places) {
        remove_left_behind(place);
        auto made = make_in(place);
        if (made.ok()) return made;
        last = made.error();
    }
    return last;
}

ScratchFolder::ScratchFolder(fs::path path, Fd lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace fovea::store
