// Blobs over others that are only read: what is put stays above, what is looked for is found in both.
// For a run that keeps nothing and still knows the pictures of earlier ones.
#pragma once

#include "fovea/store/blobs.hpp"

#include <memory>

namespace fovea::store {

class LayeredBlobs : public BlobStore {
public:
    LayeredBlobs(std::unique_ptr<BlobStore> above, std::unique_ptr<BlobStore> below);

    Result<content::BlobRef> put(ByteView bytes, const Call& call = {}) override;
    Result<std::unique_ptr<BlobWriter>> begin_put(const Call& call = {}) override;
    Result<Bytes> read(
        const content::BlobRef& blob, Verify verify = Verify::No, const Call& call = {}
    ) override;
    Result<Bytes> read_part(
        const content::BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call = {}
    ) override;
    Result<BlobInfo> info(const content::BlobRef& blob, const Call& call = {}) override;
    Result<Fd> open_blob(const content::BlobRef& blob, const Call& call = {}) override;
    Result<content::BlobRef> find(std::string_view prefix, const Call& call = {}) override;

    // Of those above alone: nothing below is ever removed.
    Result<std::vector<BlobInfo>> list(const BlobPage& page = {}, const Call& call = {}) override;
    Result<bool> remove(
        const content::BlobRef& blob, Time last_put = Time::max(), const Call& call = {}
    ) override;

private:
    // Whoever has it; the upper one where nobody does.
    BlobStore& holder_of(const content::BlobRef& blob, const Call& call) const;

    std::unique_ptr<BlobStore> above_;
    std::unique_ptr<BlobStore> below_;
};

}  // namespace fovea::store
