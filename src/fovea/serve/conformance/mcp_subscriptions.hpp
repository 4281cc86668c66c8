// Who wants to hear of changes (modern: subscriptions/listen), for as long as their request is open.
#pragma once

#include "fovea/mcp/server/session.hpp"
#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace fovea::serve {

class FixtureSubscriptions {
public:
    // Blocks until the client hangs up.
    FixtureTool::Outcome listen(const mcp::MethodCall& call, const std::stop_token& stop);

    // To those who asked for it: "tools" changed.
    void tell(const std::string& what);

private:
    struct Listener {
        boost::json::value id;
        boost::json::object wants;
        mcp::Send send;
    };

    std::mutex mutex_;  // guards listeners_
    std::list<Listener> listeners_;
};

}  // namespace fovea::serve
