#include "fovea/store/blobs.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/sandbox/arena.hpp"
#include "fovea/store/private_files.hpp"

#include <unistd.h>

#include <cerrno>

namespace fovea::store {
namespace {

constexpr std::size_t kPageLength = 1000;
constexpr std::size_t kPart = std::size_t{1} << 20;

}  // namespace

Error no_blob(const content::BlobRef& blob) {
    return {ErrorCode::FileNotFound, "sha256:" + blob.sha256.hex() + " is not stored"};
}

Error damaged_blob(const content::BlobRef& blob) {
    return {
        ErrorCode::StoreError,
        "sha256:" + blob.sha256.hex() + " is damaged: its bytes have changed"};
}

Result<void> BlobStore::for_each(
    const std::function<Result<void>(const BlobInfo& info)>& visit, const Call& call
) {
    for (BlobPage page{.most = kPageLength};;) {
        const auto blobs = TRY(list(page, call));
        for (const auto& info : blobs) TRY(visit(info));
        if (blobs.size() < page.most) return {};
        page.after = blobs.back().blob;
    }
}

Result<content::BlobRef> BlobStore::put_file(const Fd& file, const Call& call) {
    auto writer = TRY(begin_put(call));
    Bytes part(kPart);
    for (std::uint64_t at = 0;;) {
        const auto got = ::pread(file.number(), part.data(), part.size(), static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return file_error("read", "a file that is to be stored");
        if (got == 0) return writer->commit();
        TRY(writer->write(ByteView(part).first(static_cast<std::size_t>(got))));
        at += static_cast<std::uint64_t>(got);
    }
}

Result<std::uint64_t> BlobStore::verify(const content::BlobRef& blob, const Call& call) {
    Sha256Hasher hasher;
    for (std::uint64_t at = 0;;) {
        const auto part = TRY(read_part(blob, at, kPart, call));
        hasher.update(part);
        at += part.size();
        if (part.size() == kPart) continue;
        if (hasher.finish() != blob.sha256) return damaged_blob(blob);
        return at;
    }
}

Result<std::uint64_t> BlobStore::size(const content::BlobRef& blob, const Call& call) {
    return TRY(info(blob, call)).bytes;
}

Result<bool> BlobStore::has(const content::BlobRef& blob, const Call& call) {
    const auto found = info(blob, call);
    if (!found.ok() && found.error().code != ErrorCode::FileNotFound) return found.error();
    return found.ok();
}

Result<Fd> BlobStore::open_blob(const content::BlobRef& blob, const Call& call) {
    const auto bytes = TRY(read(blob, Verify::No, call));
    return sandbox::make_sealed_copy(bytes);
}

}  // namespace fovea::store
