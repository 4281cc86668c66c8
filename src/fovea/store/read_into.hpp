// A stored file straight to where somebody wants it, as in the memory of a worker: the program holds none of it.
//
//     const auto size = TRY(store::read_into(job.input(), blobs, blob, {.stop = stop}));
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/blobs.hpp"

#include <cstddef>
#include <functional>
#include <span>

namespace fovea::store {

// How many bytes it has. FileTooLarge where there is less room than that; otherwise as BlobStore::open_blob() says,
// and StoreError where it is shorter than it was.
Result<std::size_t> read_into(
    std::span<std::byte> room, BlobStore& blobs, const content::BlobRef& blob, const Call& call = {}
);

// The same, for who has the room only later. Borrows the store.
using PutFile = std::function<Result<std::size_t>(std::span<std::byte> room)>;
PutFile put_from(BlobStore& blobs, const content::BlobRef& blob, Call call = {});

}  // namespace fovea::store
