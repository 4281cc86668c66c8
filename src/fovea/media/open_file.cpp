#include "fovea/media/open_file.hpp"

#include "fovea/sandbox/arena.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace fovea::media {
namespace {

constexpr std::size_t kHead = 4096;
constexpr std::size_t kPiece = 1u << 20;

// As many as there are, up to the end of the file; fewer only there.
Result<std::size_t> read_at(const Fd& file, std::span<std::byte> into, std::uint64_t place) {
    std::size_t done = 0;
    while (done < into.size()) {
        const auto got = ::pread(
            file.number(), into.data() + done, into.size() - done, static_cast<off_t>(place + done)
        );
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            return Error{
                ErrorCode::InvalidInput,
                std::string("the file cannot be read: ") + ::strerrordesc_np(errno)};
        }
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

Error has_changed() {
    return {ErrorCode::InvalidInput, "the file changed while it was read; try again"};
}

}  // namespace

Result<OpenFile> OpenFile::of(Fd file, Content content) {
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)) {
        return Error{ErrorCode::InvalidInput, "this is not a file that can be read"};
    }
    OpenFile opened(std::move(file), content);
    opened.size_ = static_cast<std::uint64_t>(facts.st_size);
    opened.changed_ = facts.st_mtim;
    opened.head_.resize(kHead);
    opened.head_.resize(TRY(read_at(opened.file_, opened.head_, 0)));
    return opened;
}

Result<OpenFile> OpenFile::copy_of(ByteView bytes) {
    return of(TRY(sandbox::make_sealed_copy(bytes)), Content::IsFixed);
}

Result<Sha256> OpenFile::digest(const std::stop_token& stop) const {
    Sha256Hasher hasher;
    Bytes piece(kPiece);
    std::uint64_t place = 0;
    while (true) {
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
        const auto count = TRY(read_at(file_, piece, place));
        hasher.update(ByteView(piece).first(count));
        place += count;
        // A file that is written to faster than it is read has no end.
        if (count < piece.size() || place > size_) break;
    }
    if (place != size_) return has_changed();
    TRY(check_unchanged());
    return hasher.finish();
}

Result<Bytes> OpenFile::read_all(std::size_t max_bytes) const {
    if (size_ > max_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "the file has " + std::to_string(size_) + " bytes, the limit is " +
                std::to_string(max_bytes)};
    }
    Bytes bytes(static_cast<std::size_t>(size_));
    if (TRY(read_at(file_, bytes, 0)) != bytes.size()) return has_changed();
    TRY(check_unchanged());
    return bytes;
}

Result<void> OpenFile::check_unchanged() const {
    struct stat facts {};
    if (::fstat(file_.number(), &facts) != 0) return has_changed();
    const bool same_size = static_cast<std::uint64_t>(facts.st_size) == size_;
    const bool same_time =
        facts.st_mtim.tv_sec == changed_.tv_sec && facts.st_mtim.tv_nsec == changed_.tv_nsec;
    if (!same_size || (!same_time && content_ == Content::MayChange)) return has_changed();
    return {};
}

}  // namespace fovea::media
