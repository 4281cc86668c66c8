#include "fovea/agent/session.hpp"

#include "fovea/store/session_id.hpp"

#include <algorithm>
#include <utility>

namespace fovea::agent {

Result<Session> Session::begin(store::SessionStore& sessions, std::optional<std::string> id) {
    if (id) {
        TRY(store::check_session_id(*id));
        // Told before anything is asked; whoever begins it at the same moment is told when it is stored.
        if (TRY(sessions.exists(*id))) {
            return Error{ErrorCode::InvalidInput, "session " + *id + " already exists"};
        }
    }
    return Session(sessions, id ? std::move(*id) : store::random_session_id());
}

Result<Session> Session::open(store::SessionStore& sessions, const std::string& id) {
    Session session(sessions, id);
    session.stored_ = true;
    const auto entries = TRY(sessions.read(id));
    TRY(session.look_at(entries));
    return session;
}

Result<void> Session::append(std::vector<store::Entry> entries) {
    if (entries.empty()) return {};
    auto seq = std::uint64_t{entries.size()};  // of the last one
    if (stored_) {
        auto appended = TRY(sessions_->append_after(id_, last_seq(), entries));
        while (appended.is_conflict) {
            TRY(catch_up());
            appended = TRY(sessions_->append_after(id_, last_seq(), entries));
        }
        seq = appended.last;
    } else {
        TRY(sessions_->create({.id = id_, .entries = entries}));
        stored_ = true;
    }
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) entry->seq = seq--;
    return look_at(entries);
}

Result<void> Session::catch_up() {
    const auto theirs = TRY(sessions_->read(id_, last_seq() + 1));
    if (theirs.empty()) {
        return Error{
            ErrorCode::StoreError,
            "session " + id_ + " was deleted and created again in the meantime"};
    }
    const bool speaks = std::ranges::any_of(theirs, [](const store::Entry& entry) {
        return entry.kind == store::EntryKind::Message ||
               entry.kind == store::EntryKind::Compaction;
    });
    if (speaks) {
        return Error{
            ErrorCode::StoreError,
            "another process is writing to session " + id_ +
                " at the same time: resume the session to see the new messages"};
    }
    return look_at(theirs);
}

Result<void> Session::look_at(std::span<const store::Entry> entries) {
    if (!entries.empty()) last_seq_.value = entries.back().seq;
    TRY(delivery::extend(view_, entries));
    proxy::add_descriptions(descriptions_, entries);
    return {};
}

}  // namespace fovea::agent
