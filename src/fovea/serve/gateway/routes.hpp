// The routes of the gateway (D4): requests of other programs, handed to it by their heads; lists of models; what became of a
// request.
#pragma once

#include "fovea/gateway/gateway.hpp"
#include "fovea/serve/http/route.hpp"

#include <vector>

namespace fovea::serve {

// Borrows it.
std::vector<Route> gateway_routes(gateway::Gateway& gateway);

}  // namespace fovea::serve
