// The routes of D2: sessions, messages, history, pictures.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/serve/http/route.hpp"
#include "fovea/serve/sessions/desk.hpp"

#include <vector>

namespace fovea::serve {

// Both outlive the routes.
std::vector<Route> session_routes(SessionDesk& desk, Timers& timers);
std::vector<Route> message_routes(SessionDesk& desk);
std::vector<Route> picture_routes(SessionDesk& desk);
std::vector<Route> file_routes(SessionDesk& desk);
std::vector<Route> overview_routes(SessionDesk& desk);
std::vector<Route> bundle_routes(SessionDesk& desk);

}  // namespace fovea::serve
