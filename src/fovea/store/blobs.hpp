// Files by the SHA-256 of their bytes (S1): the same picture is kept once, and what was put is never
// changed.
//
//     const auto blob = TRY(blobs.put(file));
//     const auto bytes = TRY(blobs.read(blob));
//
// When put() returns, the bytes outlive a power cut. A blob that no session names goes once it has
// not been put for a while (gc.hpp); put() counts as new each time, so whoever puts and then appends
// the entry that names it is safe. Several threads and processes may use one store.
//
// Every call takes how long it may last (call.hpp); by default as long as it takes.
//
// A store of blobs knows nothing of sessions. What they need of it (docs/adr/0016): `last_put` never
// falls while a blob is there, and remove() spares a blob that was put after the given time, however
// the two fall together.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/fd.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/call.hpp"
#include "fovea/store/timestamp.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::store {

struct BlobInfo {
    content::BlobRef blob;
    std::uint64_t bytes = 0;
    Time last_put;

    bool operator==(const BlobInfo&) const = default;
};

// A part of a list of blobs, in the order of their hashes.
struct BlobPage {
    std::size_t most = std::numeric_limits<std::size_t>::max();
    std::optional<content::BlobRef> after = {};  // the last one of the page before, there or not
};

// "sha256:… is damaged", and that it is not stored.
Error damaged_blob(const content::BlobRef& blob);
Error no_blob(const content::BlobRef& blob);

enum class Verify { No, Hash };

// A blob that comes in pieces: hashed and written as they come.
//
//     auto writer = TRY(blobs.begin_put(call));
//     while (const auto piece = next()) TRY(writer->write(*piece));
//     const auto blob = TRY(writer->commit());
//
// Of one that is not committed nothing is left. The store outlives it.
class BlobWriter {
public:
    virtual ~BlobWriter() = default;

    virtual Result<void> write(ByteView piece) = 0;

    // Once, after the last piece; then as put() says.
    virtual Result<content::BlobRef> commit() = 0;
};

class BlobStore {
public:
    virtual ~BlobStore() = default;

    virtual Result<content::BlobRef> put(ByteView bytes, const Call& call = {}) = 0;

    // The call is that of all the pieces.
    virtual Result<std::unique_ptr<BlobWriter>> begin_put(const Call& call = {}) = 0;
    // From its beginning, wherever it is read otherwise.
    Result<content::BlobRef> put_file(const Fd& file, const Call& call = {});

    // FileNotFound when it is not there; with Verify::Hash, StoreError when the bytes have changed.
    virtual Result<Bytes> read(
        const content::BlobRef& blob, Verify verify = Verify::No, const Call& call = {}
    ) = 0;

    // From there on: fewer than `most` at its end, none behind it.
    virtual Result<Bytes> read_part(
        const content::BlobRef& blob, std::uint64_t offset, std::size_t most, const Call& call = {}
    ) = 0;
    // Its size, once all of it was read and hashed in parts. Errors as those of read().
    Result<std::uint64_t> verify(const content::BlobRef& blob, const Call& call = {});

    virtual Result<BlobInfo> info(const content::BlobRef& blob, const Call& call = {}) = 0;
    Result<std::uint64_t> size(const content::BlobRef& blob, const Call& call = {});
    Result<bool> has(const content::BlobRef& blob, const Call& call = {});

    // The file itself, open for reading, for what is larger than one likes to hold in memory. It
    // outlives the blob's removal. Where a store has no files: a copy in memory.
    virtual Result<Fd> open_blob(const content::BlobRef& blob, const Call& call = {});

    // The one blob whose name starts so: 8 to 64 digits, "sha256:" before them or not. InvalidInput
    // for fewer digits and for several blobs, FileNotFound for none.
    virtual Result<content::BlobRef> find(std::string_view prefix, const Call& call = {}) = 0;

    // In the order of their hashes.
    virtual Result<std::vector<BlobInfo>> list(
        const BlobPage& page = {}, const Call& call = {}
    ) = 0;
    // Calls `visit` for all of them, with a page in memory at a time.
    Result<void> for_each(
        const std::function<Result<void>(const BlobInfo& info)>& visit, const Call& call = {}
    );

    // True when it was removed: not when it was put after `last_put`, or was not there.
    virtual Result<bool> remove(
        const content::BlobRef& blob, Time last_put = Time::max(), const Call& call = {}
    ) = 0;
};

}  // namespace fovea::store
