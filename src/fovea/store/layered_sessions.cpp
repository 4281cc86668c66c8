#include "fovea/store/layered_sessions.hpp"

#include <algorithm>
#include <utility>

namespace fovea::store {

LayeredSessions::LayeredSessions(
    std::unique_ptr<SessionStore> above, std::unique_ptr<SessionStore> below
)
    : above_(std::move(above)), below_(std::move(below)) {}

Result<SessionStore*> LayeredSessions::holder_of(std::string_view id) {
    if (TRY(above_->exists(id))) return above_.get();
    return TRY(below_->exists(id)) ? below_.get() : above_.get();
}

Result<void> LayeredSessions::copy_up(std::string_view id) {
    const std::lock_guard lock(copying_);
    auto* const holder = TRY(holder_of(id));
    if (holder == above_.get()) return {};
    const auto known = TRY(below_->info(id));
    auto entries = TRY(below_->read(id));
    TRY(above_->create({.id = known.id, .created = known.created, .entries = std::move(entries)}));
    return {};
}

Result<std::string> LayeredSessions::create(const NewSession& session) {
    if (session.id && TRY(below_->exists(*session.id))) {
        return Error{ErrorCode::InvalidInput, "there is a session " + *session.id + " already"};
    }
    return above_->create(session);
}

Result<bool> LayeredSessions::exists(std::string_view id) {
    auto* const holder = TRY(holder_of(id));
    return holder->exists(id);
}

Result<std::uint64_t> LayeredSessions::append(std::string_view id, std::span<const Entry> entries) {
    TRY(copy_up(id));
    return above_->append(id, entries);
}

Result<Appended> LayeredSessions::append_after(
    std::string_view id, std::uint64_t expected, std::span<const Entry> entries
) {
    TRY(copy_up(id));
    return above_->append_after(id, expected, entries);
}

// What is below is not written to by whoever has this store.
Result<Leased> LayeredSessions::lease(std::string_view id, std::string_view owner) {
    return above_->lease(id, owner);
}

Result<std::vector<Entry>> LayeredSessions::read(
    std::string_view id, std::uint64_t from_seq, std::size_t most
) {
    auto* const holder = TRY(holder_of(id));
    return holder->read(id, from_seq, most);
}

Result<SessionInfo> LayeredSessions::info(std::string_view id) {
    auto* const holder = TRY(holder_of(id));
    return holder->info(id);
}

Result<std::vector<SessionInfo>> LayeredSessions::list(const Page& page) {
    auto sessions = TRY(above_->list());
    for (auto& session : TRY(below_->list())) {
        const auto copied = std::ranges::find(sessions, session.id, &SessionInfo::id);
        if (copied == sessions.end()) sessions.push_back(std::move(session));
    }
    std::ranges::stable_sort(sessions, std::ranges::greater(), &SessionInfo::last_use);
    if (!page.after.empty()) {
        const auto last = std::ranges::find(sessions, page.after, &SessionInfo::id);
        if (last == sessions.end()) {
            return Error{ErrorCode::FileNotFound, "there is no session " + page.after};
        }
        sessions.erase(sessions.begin(), last + 1);
    }
    if (sessions.size() > page.most) sessions.resize(page.most);
    return sessions;
}

Result<std::vector<content::BlobRef>> LayeredSessions::blobs_of(std::string_view id) {
    auto* const holder = TRY(holder_of(id));
    return holder->blobs_of(id);
}

Result<std::vector<content::BlobRef>> LayeredSessions::all_blobs() {
    return above_->all_blobs();
}

Result<void> LayeredSessions::delete_session(std::string_view id) {
    return above_->delete_session(id);
}

Result<std::vector<std::string>> LayeredSessions::delete_unused(Time before) {
    return above_->delete_unused(before);
}

Result<std::vector<content::BlobRef>> LayeredSessions::unnamed(
    std::span<const content::BlobRef> blobs
) {
    return above_->unnamed(blobs);
}

Result<Removal> LayeredSessions::begin_removal(std::span<const Unneeded> blobs) {
    return above_->begin_removal(blobs);
}

Result<void> LayeredSessions::end_removal(const Removal& removal) {
    return above_->end_removal(removal);
}

Result<std::vector<std::string>> LayeredSessions::check() {
    return above_->check();
}

}  // namespace fovea::store
