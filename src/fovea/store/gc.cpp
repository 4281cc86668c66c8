#include "fovea/store/gc.hpp"

#include "fovea/store/removal.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;

// Their marks fit into one page of SQLite's file, so that a full disk has room for them.
constexpr std::size_t kBatch = 32;

Result<std::vector<std::string>> unused_sessions(SessionStore& sessions, Time before) {
    std::vector<std::string> unused;
    for (auto& session : TRY(sessions.list())) {
        if (session.last_use < before) unused.push_back(std::move(session.id));
    }
    return unused;
}

// Named in the meantime, or put again: the stores look once more before anything goes.
Result<void> collect(
    std::span<const BlobInfo> old,
    SessionStore& sessions,
    BlobStore& blobs,
    GcMode mode,
    GcReport& report
) {
    std::vector<BlobRef> candidates;
    for (const auto& info : old) candidates.push_back(info.blob);
    auto gone = TRY(sessions.unnamed(candidates));
    if (mode == GcMode::Remove) {
        std::vector<Unneeded> unneeded;
        for (const auto& info : old) {
            if (std::ranges::find(gone, info.blob) == gone.end()) continue;
            unneeded.push_back({info.blob, info.last_put});
        }
        if (unneeded.empty()) return {};
        gone = TRY(remove_unneeded(sessions, blobs, unneeded));
    }
    report.blobs += gone.size();
    for (const auto& info : old) {
        if (std::ranges::find(gone, info.blob) != gone.end()) report.bytes += info.bytes;
    }
    return {};
}

}  // namespace

Result<GcReport> collect_garbage(const Store& store, const GcSettings& settings) {
    auto& sessions = *store.sessions;
    auto& blobs = *store.blobs;
    GcReport report;
    const bool dry = settings.mode == GcMode::DryRun;
    if (settings.unused_sessions) {
        const auto before = settings.now - *settings.unused_sessions;
        report.sessions =
            dry ? TRY(unused_sessions(sessions, before)) : TRY(sessions.delete_unused(before));
    }
    if (!dry) {
        for (auto* const part : store.upkeep) TRY(part->remove_leftovers());
    }

    const auto old = settings.now - settings.grace;
    std::vector<BlobInfo> batch;
    const auto take = [&](const BlobInfo& info) -> Result<void> {
        if (info.last_put <= old) batch.push_back(info);
        if (batch.size() < kBatch) return {};
        TRY(collect(batch, sessions, blobs, settings.mode, report));
        batch.clear();
        return {};
    };
    TRY(blobs.for_each(take));
    TRY(collect(batch, sessions, blobs, settings.mode, report));
    return report;
}

}  // namespace fovea::store
