#include "fovea/store/memory_blobs.hpp"

#include "fovea/store/image_id.hpp"

#include <algorithm>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;

class MemoryWriter : public BlobWriter {
public:
    MemoryWriter(MemoryBlobs& blobs, Call call) : blobs_(blobs), call_(std::move(call)) {}

    Result<void> write(ByteView piece) override {
        TRY(call_.check());
        bytes_.insert(bytes_.end(), piece.begin(), piece.end());
        return {};
    }
    Result<BlobRef> commit() override { return blobs_.put(bytes_, call_); }

private:
    MemoryBlobs& blobs_;
    Call call_;
    Bytes bytes_;
};

}  // namespace

MemoryBlobs::MemoryBlobs(Clock clock) : clock_(std::move(clock)) {}

Result<BlobRef> MemoryBlobs::put(ByteView bytes, const Call& call) {
    TRY(call.check());
    const BlobRef blob{sha256(bytes)};
    const std::lock_guard lock(mutex_);
    auto& held = held_[blob.sha256];
    held.bytes.assign(bytes.begin(), bytes.end());
    held.last_put = std::max(held.last_put, clock_());
    return blob;
}

Result<std::unique_ptr<BlobWriter>> MemoryBlobs::begin_put(const Call& call) {
    TRY(call.check());
    return std::unique_ptr<BlobWriter>(std::make_unique<MemoryWriter>(*this, call));
}

// Nobody else can change what lies here.
Result<Bytes> MemoryBlobs::read(const BlobRef& blob, Verify, const Call& call) {
    TRY(call.check());
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(blob.sha256);
    if (found == held_.end()) return no_blob(blob);
    return found->second.bytes;
}

Result<Bytes> MemoryBlobs::read_part(
    const BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call
) {
    const auto bytes = TRY(read(blob, Verify::No, call));
    if (offset >= bytes.size()) return Bytes();
    const auto rest = ByteView(bytes).subspan(static_cast<std::size_t>(offset));
    const auto part = rest.first(std::min(most, rest.size()));
    return Bytes(part.begin(), part.end());
}

Result<BlobInfo> MemoryBlobs::info(const BlobRef& blob, const Call& call) {
    TRY(call.check());
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(blob.sha256);
    if (found == held_.end()) return no_blob(blob);
    return BlobInfo{blob, found->second.bytes.size(), found->second.last_put};
}

Result<BlobRef> MemoryBlobs::find(std::string_view prefix, const Call& call) {
    const auto digits = TRY(image_id_digits(prefix));
    TRY(call.check());
    const std::lock_guard lock(mutex_);
    std::vector<BlobRef> found;
    for (const auto& [digest, held] : held_) {
        if (digest.hex().starts_with(digits)) found.push_back({digest});
    }
    return only_image(digits, found);
}

Result<std::vector<BlobInfo>> MemoryBlobs::list(const BlobPage& page, const Call& call) {
    TRY(call.check());
    const std::lock_guard lock(mutex_);
    std::vector<BlobInfo> blobs;
    auto at = page.after ? held_.upper_bound(page.after->sha256) : held_.begin();
    for (; at != held_.end() && blobs.size() < page.most; ++at) {
        blobs.push_back({{at->first}, at->second.bytes.size(), at->second.last_put});
    }
    return blobs;
}

Result<bool> MemoryBlobs::remove(const BlobRef& blob, Time last_put, const Call& call) {
    TRY(call.check());
    const std::lock_guard lock(mutex_);
    const auto found = held_.find(blob.sha256);
    if (found == held_.end() || found->second.last_put > last_put) return false;
    held_.erase(found);
    return true;
}

}  // namespace fovea::store
