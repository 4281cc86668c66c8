// The Model Context Protocol over HTTP, at /mcp (D7; protocols.md 2.4, 2.5): the tools of `fovea mcp`, in both
// eras. What a message means is mcp/server; here is how it travels.
//
// - Legacy: `initialize` begins a session, which its Mcp-Session-Id names from then on, for its token alone.
// - Modern: every request stands for itself; its headers say what its body says, and hanging up cancels it.
// - A request is answered with JSON; with a stream of events where something comes before the answer.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/mcp_offer.hpp"
#include "fovea/mcp/server/session.hpp"
#include "fovea/serve/http/route.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::serve {

class McpEndpoint {
public:
    // Borrows both.
    static Result<std::unique_ptr<McpEndpoint>> open(
        const host::Situation& situation, host::Machine& machine
    );
    McpEndpoint(const McpEndpoint&) = delete;
    McpEndpoint& operator=(const McpEndpoint&) = delete;
    ~McpEndpoint();

    std::vector<Route> routes();

private:
    using Session = std::shared_ptr<mcp::ServerSession>;
    struct Kept {
        Session session;
        std::string owner;  // a token's name
        std::chrono::steady_clock::time_point last_use;
    };

    explicit McpEndpoint(host::Machine& machine) : machine_(machine) {}

    Result<Response> post(Call& call);
    Result<Response> end(Call& call);
    Result<Response> post_modern(Call& call, const mcp::Request& request);
    Result<Response> begin_session(Call& call);
    Session make_session();
    Session find(const Call& call);  // null: none of that name for that token
    void forget_idle();              // with the lock
    // Ends where it may block.
    void let_go(Session session);

    host::Machine& machine_;
    std::unique_ptr<host::McpOffer> offer_;
    std::mutex mutex_;  // guards sessions_
    std::map<std::string, Kept> sessions_;
    std::unique_ptr<WorkPool::Lane> lane_;
};

}  // namespace fovea::serve
