#include "fovea/store/gc.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;

constexpr std::size_t kBatch = 64;  // appends wait while one is being removed

Result<std::vector<std::string>> unused_sessions(SessionStore& sessions, Time before) {
    std::vector<std::string> unused;
    for (auto& session : TRY(sessions.list())) {
        if (session.last_use < before) unused.push_back(std::move(session.id));
    }
    return unused;
}

}  // namespace

Result<GcReport> collect_garbage(
    SessionStore& sessions, BlobStore& blobs, const GcSettings& settings
) {
    GcReport report;
    const bool dry = settings.mode == GcMode::DryRun;
    if (settings.unused_sessions) {
        const auto before = settings.now - *settings.unused_sessions;
        report.sessions =
            dry ? TRY(unused_sessions(sessions, before)) : TRY(sessions.delete_unused(before));
    }
    if (!dry) TRY(blobs.remove_abandoned());

    const auto old = settings.now - settings.grace;
    std::set<Sha256> named;
    for (const auto& blob : TRY(sessions.all_blobs())) named.insert(blob.sha256);
    std::vector<BlobRef> candidates;
    for (const auto& info : TRY(blobs.list())) {
        if (info.last_put <= old && !named.contains(info.blob.sha256)) {
            candidates.push_back(info.blob);
        }
    }

    // Named in the meantime, or put again: the store looks once more, with appends locked out.
    const auto remove = [&](const BlobRef& blob) -> Result<void> {
        const auto size = blobs.size(blob);
        if (!dry && !TRY(blobs.remove(blob, old))) return {};
        ++report.blobs;
        report.bytes += size.ok() ? size.value() : 0;
        return {};
    };
    for (std::size_t at = 0; at < candidates.size(); at += kBatch) {
        const auto batch =
            std::span(candidates).subspan(at, std::min(kBatch, candidates.size() - at));
        TRY(sessions.for_each_unnamed(batch, remove));
    }
    return report;
}

}  // namespace fovea::store
