#include "fovea/store/blobs.hpp"

#include "fovea/sandbox/arena.hpp"

namespace fovea::store {

Result<Fd> BlobStore::open_blob(const content::BlobRef& blob) {
    const auto bytes = TRY(read(blob));
    return sandbox::make_sealed_copy(bytes);
}

}  // namespace fovea::store
