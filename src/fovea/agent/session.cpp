#include "fovea/agent/session.hpp"

#include "fovea/store/session_id.hpp"

#include <utility>

namespace fovea::agent {

Result<Session> Session::begin(store::SessionStore& sessions, std::optional<std::string> id) {
    if (id) {
        TRY(store::check_session_id(*id));
        // Told before anything is asked; whoever begins it at the same moment is told when it is stored.
        if (TRY(sessions.exists(*id))) {
            return Error{ErrorCode::InvalidInput, "there is a session " + *id + " already"};
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
        seq = TRY(sessions_->append(id_, entries));
    } else {
        TRY(sessions_->create({.id = id_, .entries = entries}));
        stored_ = true;
    }
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) entry->seq = seq--;
    return look_at(entries);
}

Result<void> Session::look_at(std::span<const store::Entry> entries) {
    TRY(delivery::extend(view_, entries));
    proxy::add_descriptions(descriptions_, entries);
    return {};
}

}  // namespace fovea::agent
