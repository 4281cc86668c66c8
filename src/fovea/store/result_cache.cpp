#include "fovea/store/result_cache.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/digest.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

namespace fovea::store {
namespace {

// A file is a line with the digest of all that follows, then the key on a line of its own, then the
// value. The digest tells a file that is whole from one that a full disk or a person cut short.
constexpr std::string_view kMagic = "fovea result 1 ";

// Between two looks at a lock that somebody holds: nothing tells us when a file lock is free.
constexpr std::chrono::milliseconds kLockWait{10};

std::string file_text(std::string_view key, std::string_view value) {
    std::string rest;
    rest.reserve(key.size() + 1 + value.size());
    rest.append(key).append("\n").append(value);
    return std::string(kMagic) + sha256(as_bytes(rest)).hex() + "\n" + rest;
}

std::optional<std::string> value_in(std::string_view text, std::string_view key) {
    constexpr std::size_t kDigits = 64;
    const auto header = kMagic.size() + kDigits + 1;
    if (!text.starts_with(kMagic) || text.size() < header + key.size() + 1) return std::nullopt;
    const auto digest = text.substr(kMagic.size(), kDigits);
    const auto rest = text.substr(header);
    if (!rest.starts_with(key) || rest[key.size()] != '\n') return std::nullopt;
    if (sha256(as_bytes(rest)).hex() != digest) return std::nullopt;
    return std::string(rest.substr(key.size() + 1));
}

std::string one_line(std::string_view key) {
    std::string line(key);
    std::ranges::replace(line, '\n', '\x1f');
    return line;
}

}  // namespace

ResultCache::ResultCache(Settings settings) : settings_(std::move(settings)) {}

std::filesystem::path ResultCache::file_of(std::string_view key) const {
    return settings_.folder / sha256(as_bytes(key)).hex();
}

std::optional<std::string> ResultCache::get(std::string_view wanted) const {
    if (!is_on()) return std::nullopt;
    const auto key = one_line(wanted);
    const auto file = file_of(key);
    std::ifstream in(file, std::ios::binary);
    if (!in) return std::nullopt;
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    auto value = value_in(text, key);
    // The time of last use; forget_oldest() goes by it.
    if (value) ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
    return value;
}

void ResultCache::put(std::string_view wanted, std::string_view value) const {
    if (!is_on()) return;
    std::error_code failed;
    if (std::filesystem::create_directories(settings_.folder, failed)) {
        std::filesystem::permissions(settings_.folder, std::filesystem::perms::owner_all, failed);
    }
    const auto key = one_line(wanted);
    const auto text = file_text(key, value);
    if (write_file(file_of(key), as_bytes(text), Readers::OwnerOnly).ok()) forget_oldest();
}

ResultCache::Reservation::~Reservation() {
    if (fd_ >= 0) ::close(fd_);
}

std::optional<ResultCache::Reservation> ResultCache::reserve(
    std::string_view wanted, const std::stop_token& stop
) const {
    if (!is_on()) return Reservation();
    // A few files for all keys, beside the values: two keys that share one only wait for each other.
    auto folder = settings_.folder;
    folder += ".locks";
    std::error_code failed;
    if (std::filesystem::create_directories(folder, failed)) {
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);
    }
    const auto file = folder / sha256(as_bytes(one_line(wanted))).hex().substr(0, 2);
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return Reservation();
    Reservation reservation(fd);
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) return Reservation();
        if (stop.stop_requested()) return std::nullopt;
        never.wait_for(lock, stop, kLockWait, [] { return false; });
    }
    return reservation;
}

void ResultCache::forget_oldest() const {
    using Entry = std::pair<std::filesystem::file_time_type, std::filesystem::path>;
    std::vector<Entry> entries;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(settings_.folder, failed), end;
         !failed && at != end;
         at.increment(failed)) {
        std::error_code gone;  // another process may have removed it
        const auto used = at->last_write_time(gone);
        if (!gone) entries.emplace_back(used, at->path());
    }
    if (entries.size() <= settings_.max_entries) return;
    std::ranges::sort(entries);
    const auto surplus = entries.size() - settings_.max_entries;
    for (std::size_t i = 0; i < surplus; ++i) {
        std::filesystem::remove(entries[i].second, failed);
    }
}

}  // namespace fovea::store
