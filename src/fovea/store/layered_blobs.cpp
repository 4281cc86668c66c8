#include "fovea/store/layered_blobs.hpp"

#include <utility>

namespace fovea::store {

using content::BlobRef;

LayeredBlobs::LayeredBlobs(std::unique_ptr<BlobStore> above, std::unique_ptr<BlobStore> below)
    : above_(std::move(above)), below_(std::move(below)) {}

BlobStore& LayeredBlobs::holder_of(const BlobRef& blob, const Call& call) const {
    const auto here = above_->has(blob, call);
    if (here.ok() && here.value()) return *above_;
    const auto there = below_->has(blob, call);
    return there.ok() && there.value() ? *below_ : *above_;
}

Result<BlobRef> LayeredBlobs::put(ByteView bytes, const Call& call) {
    return above_->put(bytes, call);
}

Result<std::unique_ptr<BlobWriter>> LayeredBlobs::begin_put(const Call& call) {
    return above_->begin_put(call);
}

Result<Bytes> LayeredBlobs::read(const BlobRef& blob, Verify verify, const Call& call) {
    return holder_of(blob, call).read(blob, verify, call);
}

Result<Bytes> LayeredBlobs::read_part(
    const BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call
) {
    return holder_of(blob, call).read_part(blob, offset, most, call);
}

Result<BlobInfo> LayeredBlobs::info(const BlobRef& blob, const Call& call) {
    return holder_of(blob, call).info(blob, call);
}

Result<Fd> LayeredBlobs::open_blob(const BlobRef& blob, const Call& call) {
    return holder_of(blob, call).open_blob(blob, call);
}

Result<BlobRef> LayeredBlobs::find(std::string_view prefix, const Call& call) {
    auto here = above_->find(prefix, call);
    auto there = below_->find(prefix, call);
    if (!there.ok() && there.error().code == ErrorCode::FileNotFound) return here;
    if (!here.ok()) {
        return here.error().code == ErrorCode::FileNotFound ? std::move(there) : std::move(here);
    }
    if (there.ok() && there.value() == here.value()) return here;
    return Error{
        ErrorCode::InvalidInput, std::string(prefix) + " is the start of several stored images"};
}

Result<std::vector<BlobInfo>> LayeredBlobs::list(const BlobPage& page, const Call& call) {
    return above_->list(page, call);
}

Result<bool> LayeredBlobs::remove(const BlobRef& blob, Time last_put, const Call& call) {
    return above_->remove(blob, last_put, call);
}

}  // namespace fovea::store
