#include "fovea/store/blobs.hpp"

#include "fovea/sandbox/arena.hpp"

namespace fovea::store {

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
