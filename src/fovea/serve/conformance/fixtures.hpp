// `fovea serve --conformance`: what the official protocol suites expect of a server, beside all the rest.
// Open to everybody who reaches the port, without a token: never in use, and on loopback alone. Nothing in here
// touches a session, a picture or a file.
//
//     /engine.io/         says everything back
//     /socket.io/         also the namespaces / and /custom, with the suite's timers
//     /conformance/mcp    the tools, resources and prompts that the suite of MCP asks for
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/mcp/server/session.hpp"
#include "fovea/serve/events/engine.hpp"
#include "fovea/serve/mcp/endpoint.hpp"

#include <vector>

namespace fovea::serve {

class Fixtures {
public:
    // Borrows all of it.
    Fixtures(Timers& timers, mcp::CallThreads threads);

    std::vector<Route> routes();
    void stop();

private:
    EngineServer echo_;
    const mcp::Offer offer_;
    McpEndpoint mcp_;
};

}  // namespace fovea::serve
