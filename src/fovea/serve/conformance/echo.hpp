// What the protocol suites of socketio/socket.io (docs/*-test-suite) expect of a server: an Engine.IO server
// that says everything back, and the namespaces / and /custom of Socket.IO; both with short timers.
#pragma once

#include "fovea/serve/events/engine.hpp"
#include "fovea/serve/events/socket_connection.hpp"

#include <vector>

namespace fovea::serve {

EngineSettings conformance_timers();
SocketSettings conformance_connecting();

EngineServer::MakeClient echo_clients();
std::vector<Space> echo_spaces();

// The same routes, for pages from anywhere, with what a browser asks before it asks (CORS).
std::vector<Route> open_to_all_pages(std::vector<Route> routes);

}  // namespace fovea::serve
