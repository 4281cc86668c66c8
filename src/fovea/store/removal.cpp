#include "fovea/store/removal.hpp"

#include <utility>

namespace fovea::store {

using content::BlobRef;

Result<std::vector<BlobRef>> carry_out(Removal removal, SessionStore& sessions, BlobStore& blobs) {
    std::vector<BlobRef> gone;
    std::optional<Error> problem;
    for (std::size_t i = 0; i < removal.blobs.size() && !problem; ++i) {
        if (std::chrono::steady_clock::now() >= removal.until) {
            problem = Error{ErrorCode::StoreError, "removing files took too long"};
            break;
        }
        const auto& unneeded = removal.blobs[i];
        const auto removed = blobs.remove(unneeded.blob, unneeded.put_until);
        if (removed.ok() && removed.value()) gone.push_back(unneeded.blob);
        if (removed.ok()) continue;
        // Whether it goes yet nobody knows.
        problem = removed.error();
        removal.blobs.erase(removal.blobs.begin() + static_cast<std::ptrdiff_t>(i));
    }
    TRY(sessions.end_removal(removal));
    if (problem) return *problem;
    return gone;
}

Result<std::vector<BlobRef>> remove_unneeded(
    SessionStore& sessions, BlobStore& blobs, std::span<const Unneeded> unneeded
) {
    return carry_out(TRY(sessions.begin_removal(unneeded)), sessions, blobs);
}

}  // namespace fovea::store
