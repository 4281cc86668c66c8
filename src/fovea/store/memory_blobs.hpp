// Blobs that lie in no file and go with their object: for tests, and for whatever keeps nothing.
#pragma once

#include "fovea/store/blobs.hpp"

#include <map>
#include <mutex>

namespace fovea::store {

class MemoryBlobs : public BlobStore {
public:
    explicit MemoryBlobs(Clock clock = system_now);

    Result<content::BlobRef> put(ByteView bytes, const Call& call = {}) override;
    Result<std::unique_ptr<BlobWriter>> begin_put(const Call& call = {}) override;
    Result<Bytes> read(
        const content::BlobRef& blob, Verify verify = Verify::No, const Call& call = {}
    ) override;
    Result<Bytes> read_part(
        const content::BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call = {}
    ) override;
    Result<BlobInfo> info(const content::BlobRef& blob, const Call& call = {}) override;
    Result<content::BlobRef> find(std::string_view prefix, const Call& call = {}) override;
    Result<std::vector<BlobInfo>> list(const BlobPage& page = {}, const Call& call = {}) override;
    Result<bool> remove(
        const content::BlobRef& blob, Time last_put = Time::max(), const Call& call = {}
    ) override;

private:
    struct Held {
        Bytes bytes;
        Time last_put;
    };

    Clock clock_;
    std::mutex mutex_;  // guards held_
    std::map<Sha256, Held> held_;
};

}  // namespace fovea::store
