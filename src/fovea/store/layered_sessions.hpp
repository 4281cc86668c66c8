// Sessions over others that are only read: one that is gone on with is copied first, and what is below
// stays as it was. For a run that keeps nothing and still resumes what earlier ones kept.
#pragma once

#include "fovea/store/sessions.hpp"

#include <memory>

namespace fovea::store {

class LayeredSessions : public SessionStore {
public:
    LayeredSessions(std::unique_ptr<SessionStore> above, std::unique_ptr<SessionStore> below);

    Result<std::string> create(const NewSession& session = {}, const Call& call = {}) override;
    Result<bool> exists(std::string_view id, const Call& call = {}) override;
    Result<std::uint64_t> append(
        std::string_view id, std::span<const Entry> entries, const Call& call = {}
    ) override;
    Result<Appended> append_after(
        std::string_view id,
        std::uint64_t expected,
        std::span<const Entry> entries,
        const Call& call = {}
    ) override;
    Result<Leased> lease(std::string_view id, std::string_view owner, const Call& call = {})
        override;
    Result<std::vector<Entry>> read(
        std::string_view id,
        std::uint64_t from_seq = 1,
        std::size_t most = std::numeric_limits<std::size_t>::max(),
        const Call& call = {}
    ) override;
    Result<SessionInfo> info(std::string_view id, const Call& call = {}) override;
    Result<std::vector<SessionInfo>> list(const Page& page = {}, const Call& call = {}) override;
    Result<std::vector<content::BlobRef>> blobs_of(
        std::string_view id, const BlobPage& page = {}, const Call& call = {}
    ) override;

    // Of those above alone.
    Result<std::vector<content::BlobRef>> all_blobs(
        const BlobPage& page = {}, const Call& call = {}
    ) override;
    Result<void> delete_session(std::string_view id, const Call& call = {}) override;
    Result<std::vector<std::string>> delete_unused(Time before, const Call& call = {}) override;
    Result<std::vector<content::BlobRef>> unnamed(
        std::span<const content::BlobRef> blobs, const Call& call = {}
    ) override;
    Result<Removal> begin_removal(std::span<const Unneeded> blobs, const Call& call = {}) override;
    Result<void> end_removal(const Removal& removal, const Call& call = {}) override;

private:
    // The one above where it has the session, or nobody has.
    Result<SessionStore*> holder_of(std::string_view id, const Call& call);
    Result<void> copy_up(std::string_view id, const Call& call);

    std::unique_ptr<SessionStore> above_;
    std::unique_ptr<SessionStore> below_;
    CallLock copying_;
};

}  // namespace fovea::store
