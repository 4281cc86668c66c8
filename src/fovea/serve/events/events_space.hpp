// The namespace /events of Socket.IO (D3). A client says who it is when it connects, joins
// sessions that are theirs, and hears their envelopes; it may answer permission requests and cancel.
//
//     emit  join    {session_id, last_seq?}      ack {ok, session_id, seq} or {ok: false, code, message}
//           leave   {session_id}
//           permission {session_id, id, allow, reason?}
//           cancel  {session_id}
//           watch   {}                        ack {ok}: from now on "session_changed" of all that are theirs
//     on    every type of envelope, by its name
#pragma once

#include "fovea/base/work_pool.hpp"
#include "fovea/serve/access/principal.hpp"
#include "fovea/serve/access/visits.hpp"
#include "fovea/serve/events/socket_connection.hpp"
#include "fovea/serve/sessions/desk.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fovea::serve {

// All of it outlives the clients.
struct EventsParts {
    SessionDesk& desk;
    WorkPool::Lane& lane;  // what blocks
    Visits& visits;
    // Whose token that is.
    std::function<std::optional<Principal>(const std::string& secret, const std::string& peer)>
        check;
};

Space events_space(const EventsParts& parts);

}  // namespace fovea::serve
