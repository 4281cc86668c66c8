// Blobs go while sessions are written to, and no lock holds both (docs/adr/0016): marked in the store of
// the sessions, removed from the store of the blobs, forgotten.
//
//     const auto gone = TRY(remove_unneeded(sessions, blobs, {{blob, info.last_put}}));
//
// Whatever it is stopped by, no session names a blob that is gone: what is half done is a mark that
// lapses, and a blob that the next garbage collection finds.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/blobs.hpp"
#include "fovea/store/sessions.hpp"

#include <chrono>
#include <span>
#include <vector>

namespace fovea::store {

// A removal is over by then; its marks stand twice as long, for the clocks of several machines and for
// what is still on its way to a server.
constexpr std::chrono::minutes kLongestRemoval{5};
constexpr std::chrono::minutes kMarksLapse = 2 * kLongestRemoval;

// Those that are gone: no session names them, and nobody has put them again. Keep the list short: an
// append that names one of them without putting it is refused meanwhile.
Result<std::vector<content::BlobRef>> remove_unneeded(
    SessionStore& sessions,
    BlobStore& blobs,
    std::span<const Unneeded> unneeded,
    const Call& call = {}
);

// The same of blobs that are marked already.
Result<std::vector<content::BlobRef>> carry_out(
    Removal removal, SessionStore& sessions, BlobStore& blobs, const Call& call = {}
);

}  // namespace fovea::store
