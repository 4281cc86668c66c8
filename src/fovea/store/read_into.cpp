#include "fovea/store/read_into.hpp"

#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

namespace fovea::store {

Result<std::size_t> read_into(
    std::span<std::byte> room, BlobStore& blobs, const content::BlobRef& blob, const Call& call
) {
    const auto size = TRY(blobs.size(blob, call));
    if (size > room.size()) {
        return Error{
            ErrorCode::FileTooLarge,
            "the file has " + std::to_string(size) + " bytes, more than can be looked at"};
    }
    room = room.first(static_cast<std::size_t>(size));
    const auto file = TRY(blobs.open_blob(blob, call));
    std::size_t filled = 0;
    while (filled < room.size()) {
        const auto left = room.subspan(filled);
        const auto count =
            ::pread(file.number(), left.data(), left.size(), static_cast<off_t>(filled));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return Error{ErrorCode::StoreError, "a stored file was cut short"};
        filled += static_cast<std::size_t>(count);
    }
    return filled;
}

PutFile put_from(BlobStore& blobs, const content::BlobRef& blob, Call call) {
    return [&blobs, blob, call = std::move(call)](std::span<std::byte> room) {
        return read_into(room, blobs, blob, call);
    };
}

}  // namespace fovea::store
