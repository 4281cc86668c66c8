#include "fovea/browser/profile_folder.hpp"

#include "fovea/sandbox/enclosure.hpp"
#include "fovea/sandbox/system_error.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <fstream>
#include <string>
#include <utility>

namespace fovea::browser {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "fovea-browser-";

Fd open_folder(const fs::path& path) {
    return Fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

constexpr int kRemovals = 10;
constexpr time_t kSecondsToLock = 60;  // a younger one may be locked only now

// No other user's folder of that name is touched.
bool is_left_behind(const Fd& folder, time_t now) {
    struct stat status {};
    if (::fstat(folder.number(), &status) != 0) return false;
    const bool ours = status.st_uid == ::geteuid() ||
                      (::geteuid() == 0 && status.st_uid == sandbox::kEnclosedRoot);
    return ours && status.st_ctime + kSecondsToLock < now &&
           ::flock(folder.number(), LOCK_EX | LOCK_NB) == 0;
}

void remove_left_behind(const fs::path& temporary, time_t now) {
    std::error_code failed;
    for (fs::directory_iterator each(temporary, failed), end; !failed && each != end;
         each.increment(failed)) {
        const auto& path = each->path();
        if (!path.filename().string().starts_with(kPrefix)) continue;
        const auto folder = open_folder(path);
        if (!folder || !is_left_behind(folder, now)) continue;
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
}

// Chromium likes to connect to its search engine before anybody searches, for which it has a
// preference and no argument. The folder lets nobody else in; inside, whoever the browser runs as may
// write.
bool write_preferences(const fs::path& folder) {
    const auto profile = folder / "profile";
    const auto first = profile / "Default";
    std::error_code failed;
    fs::create_directories(first, failed);
    if (!failed) fs::permissions(profile, fs::perms::all, failed);
    if (!failed) fs::permissions(first, fs::perms::all, failed);
    const auto path = first / "Preferences";
    std::ofstream file(path);
    file << R"({"net": {"network_prediction_options": 2}, "search": {"suggest_enabled": false}})";
    file.close();
    if (!failed) fs::permissions(path, fs::perms(0666), failed);
    return file.good() && !failed;
}

}  // namespace

ProfileFolder::ProfileFolder(fs::path path, Fd lock)
    : path_(std::move(path)), lock_(std::move(lock)) {}

ProfileFolder::ProfileFolder(ProfileFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

ProfileFolder::~ProfileFolder() {
    if (path_.empty()) return;
    // Somebody who is about to die may have made a file meanwhile.
    for (int i = 0; i < kRemovals; ++i) {
        std::error_code failed;
        fs::remove_all(path_, failed);
        if (!failed) return;
    }
}

Result<ProfileFolder> ProfileFolder::make(const fs::path& temporary, time_t now) {
    remove_left_behind(temporary, now);
    auto name = (temporary / (std::string(kPrefix) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) == nullptr) {
        return Error{
            ErrorCode::StoreError,
            sandbox::system_error("no folder for the browser in " + temporary.string()).message};
    }
    auto lock = open_folder(name);
    if (!lock || ::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
        return Error{ErrorCode::StoreError, "the browser's folder cannot be locked"};
    }
    ProfileFolder made(name, std::move(lock));
    if (!write_preferences(name)) {
        return Error{ErrorCode::StoreError, "the browser's preferences cannot be written"};
    }
    return made;
}

}  // namespace fovea::browser
