#include "fovea/store/layered_sessions.hpp"

#include <algorithm>
#include <utility>

namespace fovea::store {

LayeredSessions::LayeredSessions(
    std::unique_ptr<SessionStore> above, std::unique_ptr<SessionStore> below
)
    : above_(std::move(above)), below_(std::move(below)) {}

Result<SessionStore*> LayeredSessions::holder_of(std::string_view id, const Call& call) {
    if (TRY(above_->exists(id, call))) return above_.get();
    return TRY(below_->exists(id, call)) ? below_.get() : above_.get();
}

Result<void> LayeredSessions::copy_up(std::string_view id, const Call& call) {
    const auto held = TRY(copying_.take(call));
    auto* const holder = TRY(holder_of(id, call));
    if (holder == above_.get()) return {};
    const auto known = TRY(below_->info(id, call));
    auto entries = TRY(below_->read(id, 1, std::numeric_limits<std::size_t>::max(), call));
    TRY(above_->create(
        {.id = known.id, .created = known.created, .entries = std::move(entries)}, call
    ));
    return {};
}

Result<std::string> LayeredSessions::create(const NewSession& session, const Call& call) {
    if (session.id && TRY(below_->exists(*session.id, call))) {
        return Error{ErrorCode::InvalidInput, "session " + *session.id + " already exists"};
    }
    return above_->create(session, call);
}

Result<bool> LayeredSessions::exists(std::string_view id, const Call& call) {
    auto* const holder = TRY(holder_of(id, call));
    return holder->exists(id, call);
}

Result<std::uint64_t> LayeredSessions::append(
    std::string_view id, std::span<const Entry> entries, const Call& call
) {
    TRY(copy_up(id, call));
    return above_->append(id, entries, call);
}

Result<Appended> LayeredSessions::append_after(
    std::string_view id, std::uint64_t expected, std::span<const Entry> entries, const Call& call
) {
    TRY(copy_up(id, call));
    return above_->append_after(id, expected, entries, call);
}

// What is below is not written to by whoever has this store.
Result<Leased> LayeredSessions::lease(
    std::string_view id, std::string_view owner, const Call& call
) {
    return above_->lease(id, owner, call);
}

Result<std::vector<Entry>> LayeredSessions::read(
    std::string_view id, std::uint64_t from_seq, std::size_t most, const Call& call
) {
    auto* const holder = TRY(holder_of(id, call));
    return holder->read(id, from_seq, most, call);
}

Result<SessionInfo> LayeredSessions::info(std::string_view id, const Call& call) {
    auto* const holder = TRY(holder_of(id, call));
    return holder->info(id, call);
}

Result<std::vector<SessionInfo>> LayeredSessions::list(const Page& page, const Call& call) {
    auto sessions = TRY(above_->list({}, call));
    for (auto& session : TRY(below_->list({}, call))) {
        const auto copied = std::ranges::find(sessions, session.id, &SessionInfo::id);
        if (copied == sessions.end()) sessions.push_back(std::move(session));
    }
    std::ranges::stable_sort(sessions, std::ranges::greater(), &SessionInfo::last_use);
    if (!page.after.empty()) {
        const auto last = std::ranges::find(sessions, page.after, &SessionInfo::id);
        if (last == sessions.end()) {
            return Error{ErrorCode::FileNotFound, "session not found: " + page.after};
        }
        sessions.erase(sessions.begin(), last + 1);
    }
    if (sessions.size() > page.most) sessions.resize(page.most);
    return sessions;
}

Result<std::vector<content::BlobRef>> LayeredSessions::blobs_of(
    std::string_view id, const BlobPage& page, const Call& call
) {
    auto* const holder = TRY(holder_of(id, call));
    return holder->blobs_of(id, page, call);
}

Result<std::vector<content::BlobRef>> LayeredSessions::all_blobs(
    const BlobPage& page, const Call& call
) {
    return above_->all_blobs(page, call);
}

Result<void> LayeredSessions::delete_session(std::string_view id, const Call& call) {
    return above_->delete_session(id, call);
}

Result<std::vector<std::string>> LayeredSessions::delete_unused(Time before, const Call& call) {
    return above_->delete_unused(before, call);
}

Result<std::vector<content::BlobRef>> LayeredSessions::unnamed(
    std::span<const content::BlobRef> blobs, const Call& call
) {
    return above_->unnamed(blobs, call);
}

Result<Removal> LayeredSessions::begin_removal(std::span<const Unneeded> blobs, const Call& call) {
    return above_->begin_removal(blobs, call);
}

Result<void> LayeredSessions::end_removal(const Removal& removal, const Call& call) {
    return above_->end_removal(removal, call);
}

}  // namespace fovea::store
