// The Model Context Protocol over HTTP, at /mcp (D7; protocols.md 2.4, 2.5), in both eras. What a message means is
// mcp/server; here is how it travels.
//
// - Legacy: `initialize` begins a session, which its Mcp-Session-Id names from then on, for its token alone. GET
//   listens to what concerns no request, or with Last-Event-ID to the rest of a stream that broke; DELETE ends it.
// - Modern: every request stands for itself; its headers say what its body says, and hanging up cancels it.
// - A request is answered with JSON; with a stream of events where something comes before the answer.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/timers.hpp"
#include "fovea/base/work_pool.hpp"
#include "fovea/mcp/server/session.hpp"
#include "fovea/serve/http/route.hpp"
#include "fovea/serve/mcp/session_streams.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::serve {

// All of it outlives the endpoint.
struct McpParts {
    const mcp::Offer& offer;
    mcp::CallThreads threads;
    Timers& timers;
    mcp::SessionSettings settings = {};
    std::string path = "/mcp";
    Scope scope = Scope::Mcp;
};

class McpEndpoint {
public:
    explicit McpEndpoint(McpParts parts);
    McpEndpoint(const McpEndpoint&) = delete;
    McpEndpoint& operator=(const McpEndpoint&) = delete;
    ~McpEndpoint();

    std::vector<Route> routes();

private:
    using Session = std::shared_ptr<mcp::ServerSession>;
    using Streams = std::shared_ptr<SessionStreams>;
    struct Kept {
        Session session;
        Streams streams;
        std::string owner;  // a token's name
        std::chrono::steady_clock::time_point last_use;
    };

    Result<Response> post(Call& call);
    Result<Response> listen(Call& call);
    Result<Response> end(Call& call);
    Result<Response> post_modern(Call& call, const mcp::Request& request);
    Result<Response> begin_session(Call& call, const mcp::Request& request);
    Session make_session(mcp::Send aside);
    // Or why not: 400 without a name, 404 with one that is nobody's, or another token's.
    Result<Kept, Response> find(const Call& call);
    // Both with the lock.
    void forget_idle();
    void forget_oldest_of(const std::string& owner);  // where they have as many as they may
    // Ends where it may block.
    void let_go(Session session);

    const McpParts parts_;
    std::mutex mutex_;  // guards sessions_
    std::map<std::string, Kept> sessions_;
    std::unique_ptr<WorkPool::Lane> lane_;
};

}  // namespace fovea::serve
