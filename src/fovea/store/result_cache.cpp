#include "fovea/store/result_cache.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/keyed_digest.hpp"
#include "fovea/store/private_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;

// A file is a line with the signature of all that follows, then the key on a line of its own, then the
// value. The signature tells a file of ours that is whole from any other.
constexpr std::string_view kMagic = "fovea result 2 ";
constexpr std::size_t kDigits = 64;

// Between two looks at a lock that somebody holds: nothing tells us when a file lock is free.
constexpr std::chrono::milliseconds kLockWait{10};

bool is_ours(const struct stat& facts) {
    constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;
    return facts.st_uid == ::geteuid() && (facts.st_mode & kOthersWrite) == 0;
}

bool is_our_folder(const fs::path& folder) {
    struct stat facts {};
    return ::lstat(folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && is_ours(facts);
}

bool make_our_folder(const fs::path& folder) {
    return make_private_folder(folder).ok() && is_our_folder(folder);
}

std::optional<Bytes> read_our_file(const fs::path& file, std::uintmax_t max_bytes) {
    struct stat facts {};
    // A link is none of ours, and what replaces the file after this look is not followed if it is one.
    if (::lstat(file.c_str(), &facts) != 0 || !is_ours(facts)) return std::nullopt;
    auto bytes = read_regular_file(file, max_bytes);
    if (!bytes.ok()) return std::nullopt;
    return std::move(bytes).value();
}

fs::path beside(fs::path folder, const char* ending) {
    folder += ending;
    return folder;
}

std::optional<DigestKey> known_key(const fs::path& folder) {
    DigestKey key{};
    const auto bytes = read_our_file(beside(folder, ".key"), key.size());
    if (!bytes || bytes->size() != key.size()) return std::nullopt;
    std::ranges::copy(*bytes, key.begin());
    return key;
}

// The one that is there by then: several processes may make one at once.
std::optional<DigestKey> made_key(const fs::path& folder) {
    if (auto known = known_key(folder)) return known;
    DigestKey key{};
    if (::getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()) ||
        !write_file(beside(folder, ".key"), key, Readers::OwnerOnly).ok()) {
        return std::nullopt;
    }
    return known_key(folder);
}

fs::path file_of(const fs::path& folder, const DigestKey& signing, std::string_view key) {
    return folder / keyed_digest(signing, as_bytes(key)).hex();
}

std::string file_text(const DigestKey& signing, std::string_view key, std::string_view value) {
    std::string rest;
    rest.reserve(key.size() + 1 + value.size());
    rest.append(key).append("\n").append(value);
    return std::string(kMagic) + keyed_digest(signing, as_bytes(rest)).hex() + "\n" + rest;
}

std::optional<std::string> value_in(
    std::string_view text, const DigestKey& signing, std::string_view key
) {
    const auto header = kMagic.size() + kDigits + 1;
    if (!text.starts_with(kMagic) || text.size() < header + key.size() + 1) return std::nullopt;
    const auto signature = text.substr(kMagic.size(), kDigits);
    const auto rest = text.substr(header);
    if (!rest.starts_with(key) || rest[key.size()] != '\n') return std::nullopt;
    if (keyed_digest(signing, as_bytes(rest)).hex() != signature) return std::nullopt;
    return std::string(rest.substr(key.size() + 1));
}

// Looking at all entries costs a millisecond: of a large cache, one put in sixteen does, told by the file's name so that
// processes which put once each come to it too.
bool is_its_turn(const fs::path& file, std::size_t max_entries) {
    constexpr std::size_t kSmall = 64;
    return max_entries <= kSmall || file.filename().string().starts_with('0');
}

std::string one_line(std::string_view key) {
    std::string line(key);
    std::ranges::replace(line, '\n', '\x1f');
    return line;
}

}  // namespace

ResultCache::ResultCache(Settings settings) : settings_(std::move(settings)) {}

std::optional<std::string> ResultCache::get(std::string_view wanted) const {
    if (!is_on() || !is_our_folder(settings_.folder)) return std::nullopt;
    const auto signing = known_key(settings_.folder);
    if (!signing) return std::nullopt;
    const auto key = one_line(wanted);
    const auto file = file_of(settings_.folder, *signing, key);
    const auto most = settings_.max_value_bytes + key.size() + kMagic.size() + kDigits + 2;
    const auto bytes = read_our_file(file, most);
    if (!bytes) return std::nullopt;
    auto value = value_in(as_text(*bytes), *signing, key);
    // The time of last use; forget_oldest() goes by it.
    if (value) ::utimensat(AT_FDCWD, file.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
    return value;
}

void ResultCache::put(std::string_view wanted, std::string_view value) const {
    if (!is_on() || value.size() > settings_.max_value_bytes) return;
    if (!make_our_folder(settings_.folder)) return;
    const auto signing = made_key(settings_.folder);
    if (!signing) return;
    const auto key = one_line(wanted);
    const auto file = file_of(settings_.folder, *signing, key);
    const auto text = file_text(*signing, key, value);
    std::error_code ignored;
    if (fs::is_symlink(file, ignored)) fs::remove(file, ignored);  // write_file follows links
    if (!write_file(file, as_bytes(text), Readers::OwnerOnly).ok()) return;
    if (is_its_turn(file, settings_.max_entries)) forget_oldest();
}

ResultCache::Reservation::~Reservation() {
    if (fd_ >= 0) ::close(fd_);
}

std::optional<ResultCache::Reservation> ResultCache::reserve(
    std::string_view wanted, const std::stop_token& stop
) const {
    if (!is_on()) return Reservation();
    // A few files for all keys, beside the values: two keys that share one only wait for each other.
    const auto folder = beside(settings_.folder, ".locks");
    if (!make_our_folder(folder)) return Reservation();
    const auto file = folder / sha256(as_bytes(one_line(wanted))).hex().substr(0, 2);
    const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
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
    struct KeptFile {
        std::pair<time_t, long> used;
        fs::path file;
        std::uintmax_t bytes;
    };
    std::vector<KeptFile> entries;
    std::uintmax_t bytes = 0;
    std::error_code failed;
    for (fs::directory_iterator at(settings_.folder, failed), end; !failed && at != end;
         at.increment(failed)) {
        struct stat facts {};  // another process may have removed it
        if (::lstat(at->path().c_str(), &facts) != 0) continue;
        const auto size = static_cast<std::uintmax_t>(facts.st_size);
        entries.push_back({{facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec}, at->path(), size});
        bytes += size;
    }
    std::ranges::sort(entries, {}, &KeptFile::used);
    auto left = entries.size();
    for (const auto& entry : entries) {
        if (left <= settings_.max_entries && bytes <= settings_.max_bytes) return;
        fs::remove(entry.file, failed);
        bytes -= entry.bytes;
        --left;
    }
}

}  // namespace fovea::store
