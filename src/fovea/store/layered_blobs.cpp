#include "fovea/store/layered_blobs.hpp"

#include <utility>

namespace fovea::store {

using content::BlobRef;

LayeredBlobs::LayeredBlobs(std::unique_ptr<BlobStore> above, std::unique_ptr<BlobStore> below)
    : above_(std::move(above)), below_(std::move(below)) {}

BlobStore& LayeredBlobs::holder_of(const BlobRef& blob) const {
    const auto here = above_->has(blob);
    if (here.ok() && here.value()) return *above_;
    const auto there = below_->has(blob);
    return there.ok() && there.value() ? *below_ : *above_;
}

Result<BlobRef> LayeredBlobs::put(ByteView bytes) {
    return above_->put(bytes);
}

Result<Bytes> LayeredBlobs::read(const BlobRef& blob, Verify verify) {
    return holder_of(blob).read(blob, verify);
}

Result<BlobInfo> LayeredBlobs::info(const BlobRef& blob) {
    return holder_of(blob).info(blob);
}

Result<Fd> LayeredBlobs::open_blob(const BlobRef& blob) {
    return holder_of(blob).open_blob(blob);
}

Result<BlobRef> LayeredBlobs::find(std::string_view prefix) {
    auto here = above_->find(prefix);
    auto there = below_->find(prefix);
    if (!there.ok() && there.error().code == ErrorCode::FileNotFound) return here;
    if (!here.ok()) {
        return here.error().code == ErrorCode::FileNotFound ? std::move(there) : std::move(here);
    }
    if (there.ok() && there.value() == here.value()) return here;
    return Error{
        ErrorCode::InvalidInput, std::string(prefix) + " is the start of several stored images"};
}

Result<std::vector<BlobInfo>> LayeredBlobs::list() {
    return above_->list();
}

Result<bool> LayeredBlobs::remove(const BlobRef& blob, Time last_put) {
    return above_->remove(blob, last_put);
}

Result<std::vector<Stray>> LayeredBlobs::strays() {
    return above_->strays();
}

Result<void> LayeredBlobs::remove_abandoned() {
    return above_->remove_abandoned();
}

}  // namespace fovea::store
