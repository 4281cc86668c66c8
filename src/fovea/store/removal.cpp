#include "fovea/store/removal.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace fovea::store {

using content::BlobRef;

Result<std::vector<BlobRef>> carry_out(
    Removal removal, SessionStore& sessions, BlobStore& blobs, const Call& call
) {
    std::vector<BlobRef> gone;
    std::optional<Error> problem;
    const auto end = std::min(call.deadline.value_or(removal.until), removal.until);
    const Call until{.stop = call.stop, .deadline = end};
    for (std::size_t i = 0; i < removal.blobs.size() && !problem; ++i) {
        if (const auto over = until.check(); !over.ok()) {
            problem = over.error();
            break;
        }
        const auto& unneeded = removal.blobs[i];
        const auto removed = blobs.remove(unneeded.blob, unneeded.put_until, until);
        if (removed.ok() && removed.value()) gone.push_back(unneeded.blob);
        if (removed.ok()) continue;
        // Whether it goes yet nobody knows.
        problem = removed.error();
        removal.blobs.erase(removal.blobs.begin() + static_cast<std::ptrdiff_t>(i));
    }
    // Whoever stops the call does not want marks to stay.
    TRY(sessions.end_removal(removal));
    if (problem) return *problem;
    return gone;
}

Result<std::vector<BlobRef>> remove_unneeded(
    SessionStore& sessions, BlobStore& blobs, std::span<const Unneeded> unneeded, const Call& call
) {
    return carry_out(TRY(sessions.begin_removal(unneeded, call)), sessions, blobs, call);
}

}  // namespace fovea::store
