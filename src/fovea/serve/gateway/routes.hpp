// The routes of the gateway (D4): requests of other programs, handed to it by their heads; lists of models; what became of a
// request.
#pragma once

#include "fovea/gateway/gateway.hpp"
#include "fovea/serve/http/route.hpp"

#include <vector>

namespace fovea::serve {

// Borrows it.
std::vector<Route> gateway_routes(gateway::Gateway& gateway);

// A problem of the daemon's own (no token, no such path) in the shape that programs know from the API whose path they asked.
void shape_gateway_problem(const Request& request, Response& problem);

}  // namespace fovea::serve
