#include "fovea/store/fsck.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fovea::store {
namespace {

using content::BlobRef;

constexpr std::size_t kPageLength = 1000;

std::set<Sha256> set_of(const std::vector<BlobRef>& blobs) {
    std::set<Sha256> digests;
    for (const auto& blob : blobs) digests.insert(blob.sha256);
    return digests;
}

void check_one_entry(
    const Entry& entry, const std::set<Sha256>& named, const std::string& place, FsckReport& report
) {
    const auto checked = check_entry(entry);
    if (!checked.ok()) {
        report.problems.push_back(place + " cannot be read: " + checked.error().message);
        return;
    }
    for (const auto* list : {&checked.value().pictures, &checked.value().others}) {
        for (const auto& blob : *list) {
            if (named.contains(blob.sha256)) continue;
            report.problems.push_back(
                place + " names sha256:" + blob.sha256.hex() + " and its session does not know"
            );
        }
    }
}

Result<void> check_session(SessionStore& sessions, const std::string& id, FsckReport& report) {
    // The entries first: what they name is in the list that is read later.
    const auto entries = sessions.read(id);
    const auto named = sessions.blobs_of(id);
    if (!TRY(sessions.exists(id))) return {};  // deleted since
    if (!entries.ok() || !named.ok()) {
        const auto& error = entries.ok() ? named.error() : entries.error();
        report.problems.push_back("session " + id + " cannot be read: " + error.message);
        return {};
    }
    ++report.sessions;
    const auto digests = set_of(named.value());
    std::uint64_t seq = 0;
    for (const auto& entry : entries.value()) {
        ++report.entries;
        const auto place = "session " + id + ", entry " + std::to_string(entry.seq);
        if (entry.seq != ++seq) report.problems.push_back(place + ": one before it is missing");
        seq = entry.seq;
        check_one_entry(entry, digests, place, report);
    }
    return {};
}

Result<void> check_bytes(BlobStore& blobs, const FsckSettings& settings, FsckReport& report) {
    std::size_t total = 0;
    TRY(blobs.for_each([&](const BlobInfo&) -> Result<void> {
        ++total;
        return {};
    }));
    std::size_t done = 0;
    return blobs.for_each([&](const BlobInfo& info) -> Result<void> {
        const auto bytes = blobs.verify(info.blob);
        if (bytes.ok()) {
            ++report.blobs;
            report.bytes += bytes.value();
        } else if (bytes.error().code != ErrorCode::FileNotFound) {  // removed since
            report.problems.push_back(bytes.error().message);
        }
        ++done;
        if (settings.progress) settings.progress(done, std::max(done, total));
        return {};
    });
}

Result<void> check_named(SessionStore& sessions, BlobStore& blobs, FsckReport& report) {
    std::vector<BlobRef> missing;
    for (BlobPage page{.most = kPageLength};;) {
        const auto named = TRY(sessions.all_blobs(page));
        for (const auto& blob : named) {
            if (!TRY(blobs.has(blob))) missing.push_back(blob);
        }
        if (named.size() < page.most) break;
        page.after = named.back();
    }
    // A session that is deleted loses its names before its blobs.
    const auto unnamed = TRY(sessions.unnamed(missing));
    const auto gone = set_of(unnamed);
    for (const auto& blob : missing) {
        if (gone.contains(blob.sha256)) continue;
        report.problems.push_back(
            "sha256:" + blob.sha256.hex() + " is used by a session but not stored"
        );
    }
    return {};
}

}  // namespace

Result<FsckReport> check_store(const Store& store, const FsckSettings& settings) {
    FsckReport report;
    for (auto* const part : store.upkeep) {
        for (auto& problem : TRY(part->find_damage()))
            report.problems.push_back(std::move(problem));
        for (auto& path : TRY(part->find_leftovers())) report.leftovers.push_back(std::move(path));
    }
    for (const auto& session : TRY(store.sessions->list())) {
        TRY(check_session(*store.sessions, session.id, report));
    }
    TRY(check_bytes(*store.blobs, settings, report));
    TRY(check_named(*store.sessions, *store.blobs, report));
    if (settings.repair == Repair::Leftovers) {
        for (auto* const part : store.upkeep) TRY(part->remove_leftovers());
    }
    return report;
}

}  // namespace fovea::store
