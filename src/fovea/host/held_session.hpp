// The session of a run that has it for itself: a stored one to go on with, or a new one, and the right to.
//
//     auto held = TRY(hold_session(sessions, {.most_recent = true}, {}, stop));
//     LiveSession::open(…, std::move(held.session), {.begins = held.begins}, stop);   // while held.lease lives
#pragma once

#include "fovea/agent/gatekeeper.hpp"
#include "fovea/agent/session.hpp"
#include "fovea/base/result.hpp"
#include "fovea/host/held_lease.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace fovea::host {

struct SessionWish {
    std::optional<std::string> resume = {};  // a stored one: its name, or the beginning of it
    bool most_recent = false;                // the one that was used last
    std::optional<std::string> id = {};      // the name of a new one; none: a random one
};

struct HeldSession {
    std::unique_ptr<store::Lease> lease;
    agent::Session session;
    agent::Begins begins = agent::Begins::New;
};

// Errors as find_session(), wait_for_lease() and agent::Session have them; FileNotFound where none is stored
// to go on with.
Result<HeldSession> hold_session(
    store::SessionStore& sessions,
    const SessionWish& wish,
    const Patience& patience,
    const std::stop_token& stop
);

}  // namespace fovea::host
