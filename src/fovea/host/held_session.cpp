#include "fovea/host/held_session.hpp"

#include "fovea/host/session_choice.hpp"

#include <utility>

namespace fovea::host {

Result<HeldSession> hold_session(
    store::SessionStore& sessions,
    const SessionWish& wish,
    const Patience& patience,
    const std::stop_token& stop
) {
    if (wish.resume || wish.most_recent) {
        const auto id =
            wish.resume ? TRY(find_session(sessions, *wish.resume)) : TRY(last_session(sessions));
        // Before it is read: another run may be adding to it.
        auto lease = TRY(wait_for_lease(sessions, id, patience, stop));
        return HeldSession{
            std::move(lease), TRY(agent::Session::open(sessions, id)), agent::Begins::Resumed};
    }
    // Of a name that others know, too, somebody may be at work on it.
    std::unique_ptr<store::Lease> lease;
    if (wish.id) lease = TRY(wait_for_lease(sessions, *wish.id, patience, stop));
    auto session = TRY(agent::Session::begin(sessions, wish.id));
    // Once a random one is stored, whoever continues the last session finds it.
    if (!lease) lease = TRY(wait_for_lease(sessions, session.id(), patience, stop));
    return HeldSession{std::move(lease), std::move(session), agent::Begins::New};
}

}  // namespace fovea::host
