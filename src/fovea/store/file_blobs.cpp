#include "fovea/store/file_blobs.hpp"

#include "fovea/store/image_id.hpp"
#include "fovea/store/private_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <optional>
#include <utility>

namespace fovea::store {
namespace {

namespace fs = std::filesystem;
using content::BlobRef;

constexpr std::size_t kShardDigits = 2;
constexpr std::size_t kAllDigits = 64;
constexpr std::size_t kPiece = std::size_t{1} << 20;  // is read before a call is looked at again

Time time_of(const struct stat& facts) {
    return Time(std::chrono::milliseconds(
        std::int64_t{facts.st_mtim.tv_sec} * 1000 + facts.st_mtim.tv_nsec / 1'000'000
    ));
}

// The facts of a regular file; nothing for whatever else has its name.
std::optional<struct stat> facts_of(const fs::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    return facts;
}

bool is_lower_hex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_shard_name(std::string_view name) {
    return name.size() == kShardDigits && is_lower_hex(name);
}

bool is_blob_name(std::string_view name) {
    return name.size() == kAllDigits && is_lower_hex(name);
}

}  // namespace

FileBlobs::FileBlobs(fs::path folder, Clock clock)
    : folder_(std::move(folder)), clock_(std::move(clock)) {}

Result<std::unique_ptr<FileBlobs>> FileBlobs::open(fs::path folder, Clock clock) {
    TRY(make_private_folder(folder / "tmp"));
    return std::unique_ptr<FileBlobs>(new FileBlobs(std::move(folder), std::move(clock)));
}

std::unique_ptr<FileBlobs> FileBlobs::to_read(fs::path folder) {
    return std::unique_ptr<FileBlobs>(new FileBlobs(std::move(folder), system_now));
}

fs::path FileBlobs::path_of(const BlobRef& blob) const {
    const auto name = blob.sha256.hex();
    return folder_ / name.substr(0, kShardDigits) / name;
}

// True when the blob was there and now counts as new. A file of the wrong size is not it: a failing
// disk or a person cut it short, and it is written anew. With the lock, which nobody shares: a clock
// that was read earlier must not be written later.
bool FileBlobs::touch(const BlobRef& blob, std::uint64_t size) {
    const auto path = path_of(blob);
    const auto facts = facts_of(path);
    if (!facts || static_cast<std::uint64_t>(facts->st_size) != size) return false;
    return set_time(path, std::max(clock_(), time_of(*facts))).ok();
}

Result<bool> FileBlobs::put_again(const BlobRef& blob, std::uint64_t size, const Call& call) {
    {
        const auto lock = TRY(lock_file(folder_ / "lock", LockKind::Exclusive, call));
        if (!touch(blob, size)) return false;
    }
    TRY(sync(blob));
    return true;
}

// Also where somebody else has put it meanwhile: theirs stays then, and counts as new.
Result<void> FileBlobs::move_in(
    TemporaryFile file, const BlobRef& blob, std::uint64_t size, const Call& call
) {
    const auto path = path_of(blob);
    TRY(make_private_folder(path.parent_path()));
    TRY(set_time(file.path(), clock_()));
    TRY(file.sync());
    {
        const auto lock = TRY(lock_file(folder_ / "lock", LockKind::Exclusive, call));
        if (!touch(blob, size)) {
            if (const auto broken = facts_of(path)) {
                TRY(set_time(file.path(), std::max(clock_(), time_of(*broken))));
            }
            TRY(file.rename_to(path));
        }
    }
    return sync(blob);
}

// What is found there may have been renamed a moment ago, by somebody who has not synced yet.
Result<void> FileBlobs::sync(const BlobRef& blob) const {
    TRY(sync_folder(path_of(blob).parent_path()));
    return sync_folder(folder_);
}

Result<BlobRef> FileBlobs::put(ByteView bytes, const Call& call) {
    const BlobRef blob{sha256(bytes)};
    if (TRY(put_again(blob, bytes.size(), call))) return blob;
    auto file = TRY(TemporaryFile::make(folder_ / "tmp"));
    TRY(file.write(bytes, call));
    TRY(move_in(std::move(file), blob, bytes.size(), call));
    return blob;
}

class FileBlobs::Writer : public BlobWriter {
public:
    Writer(FileBlobs& blobs, TemporaryFile file, Call call)
        : blobs_(blobs), file_(std::move(file)), call_(std::move(call)) {}

    Result<void> write(ByteView piece) override {
        TRY(file_.write(piece, call_));
        hasher_.update(piece);
        size_ += piece.size();
        return {};
    }
    Result<BlobRef> commit() override {
        const BlobRef blob{hasher_.finish()};
        TRY(blobs_.move_in(std::move(file_), blob, size_, call_));
        return blob;
    }

private:
    FileBlobs& blobs_;
    TemporaryFile file_;
    Call call_;
    Sha256Hasher hasher_;
    std::uint64_t size_ = 0;
};

Result<std::unique_ptr<BlobWriter>> FileBlobs::begin_put(const Call& call) {
    TRY(call.check());
    auto file = TRY(TemporaryFile::make(folder_ / "tmp"));
    return std::unique_ptr<BlobWriter>(std::make_unique<Writer>(*this, std::move(file), call));
}

Result<Bytes> FileBlobs::read(const BlobRef& blob, Verify verify, const Call& call) {
    auto bytes = read_regular_file(path_of(blob), std::numeric_limits<std::uint32_t>::max(), call);
    if (!bytes.ok()) {
        if (bytes.error().code == ErrorCode::FileNotFound) return no_blob(blob);
        return bytes;
    }
    if (verify == Verify::Hash && sha256(bytes.value()) != blob.sha256) {
        return damaged_blob(blob);
    }
    return bytes;
}

Result<Bytes> FileBlobs::read_part(
    const BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call
) {
    const auto file = TRY(open_blob(blob, call));
    struct stat facts {};
    if (::fstat(file.number(), &facts) != 0) return file_error("read", path_of(blob));
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (offset >= size) return Bytes();
    Bytes part(static_cast<std::size_t>(std::min<std::uint64_t>(most, size - offset)));
    std::size_t done = 0;
    while (done < part.size()) {
        TRY(call.check());
        const auto got = ::pread(
            file.number(),
            part.data() + done,
            std::min(part.size() - done, kPiece),
            static_cast<off_t>(offset + done)
        );
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return file_error("read", path_of(blob));
        if (got == 0) break;  // cut short meanwhile
        done += static_cast<std::size_t>(got);
    }
    part.resize(done);
    return part;
}

Result<BlobInfo> FileBlobs::info(const BlobRef& blob, const Call& call) {
    TRY(call.check());
    const auto facts = facts_of(path_of(blob));
    if (!facts) return no_blob(blob);
    return BlobInfo{blob, static_cast<std::uint64_t>(facts->st_size), time_of(*facts)};
}

Result<Fd> FileBlobs::open_blob(const BlobRef& blob, const Call& call) {
    TRY(call.check());
    const auto path = path_of(blob);
    Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat facts {};
    if (!file && errno != ENOENT && errno != ELOOP) return file_error("open", path);
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return no_blob(blob);
    }
    return file;
}

Result<BlobRef> FileBlobs::find(std::string_view prefix, const Call& call) {
    const auto digits = TRY(image_id_digits(prefix));
    TRY(call.check());
    std::vector<BlobRef> found;
    for (const auto& name : TRY(names_in(folder_ / digits.substr(0, kShardDigits)))) {
        if (!is_blob_name(name) || !name.starts_with(digits)) continue;
        found.push_back({TRY(Sha256::from_hex(name))});
    }
    return only_image(digits, found);
}

Result<std::vector<BlobInfo>> FileBlobs::list(const BlobPage& page, const Call& call) {
    const auto after = page.after ? page.after->sha256.hex() : std::string();
    std::vector<BlobInfo> blobs;
    for (const auto& shard : TRY(names_in(folder_))) {
        TRY(call.check());
        if (blobs.size() >= page.most) break;
        if (!is_shard_name(shard) || shard < after.substr(0, kShardDigits)) continue;
        for (const auto& name : TRY(names_in(folder_ / shard))) {
            if (blobs.size() >= page.most) break;
            if (!is_blob_name(name) || !name.starts_with(shard) || name <= after) continue;
            const auto facts = facts_of(folder_ / shard / name);
            if (!facts) continue;  // removed since
            const auto digest = TRY(Sha256::from_hex(name));
            blobs.push_back(
                {BlobRef{digest}, static_cast<std::uint64_t>(facts->st_size), time_of(*facts)}
            );
        }
    }
    return blobs;
}

Result<bool> FileBlobs::remove(const BlobRef& blob, Time last_put, const Call& call) {
    // Nobody can put it again between the look at its time and its end.
    const auto lock = TRY(lock_file(folder_ / "lock", LockKind::Exclusive, call));
    const auto path = path_of(blob);
    const auto facts = facts_of(path);
    if (!facts || time_of(*facts) > last_put) return false;
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return file_error("remove", path);
    return true;
}

Result<std::vector<std::string>> FileBlobs::find_damage(const Call& call) {
    std::vector<std::string> found;
    const auto add = [&](const fs::path& path) {
        found.push_back(path.string() + " is not a blob");
    };
    for (const auto& shard : TRY(names_in(folder_))) {
        TRY(call.check());
        if (shard == "tmp" || shard == "lock") continue;
        if (!is_shard_name(shard)) {
            add(folder_ / shard);
            continue;
        }
        for (const auto& name : TRY(names_in(folder_ / shard))) {
            if (!is_blob_name(name) || !name.starts_with(shard)) add(folder_ / shard / name);
        }
    }
    return found;
}

Result<std::vector<std::string>> FileBlobs::find_leftovers(const Call& call) {
    TRY(call.check());
    std::vector<std::string> found;
    for (const auto& path : TRY(abandoned_files(folder_ / "tmp"))) found.push_back(path.string());
    return found;
}

Result<void> FileBlobs::remove_leftovers(const Call& call) {
    TRY(call.check());
    return remove_abandoned_files(folder_ / "tmp");
}

}  // namespace fovea::store
