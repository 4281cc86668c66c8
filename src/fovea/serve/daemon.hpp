// `fovea serve`: sessions over HTTP for many clients at once. Puts the parts together; what they do is theirs.
//
//     const auto daemon = TRY(Daemon::open(situation, machine, {.port = 0}));
//     daemon->ready_url();                    // to be opened in a browser, once
//     daemon->stop(10s);                      // turns end or are kept, then connections do
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/base/timers.hpp"
#include "fovea/base/work_pool.hpp"
#include "fovea/gateway/gateway.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/mcp_offer.hpp"
#include "fovea/host/situation.hpp"
#include "fovea/net/server/server.hpp"
#include "fovea/serve/access/doorkeeper.hpp"
#include "fovea/serve/access/tokens.hpp"
#include "fovea/serve/access/visits.hpp"
#include "fovea/serve/events/engine.hpp"
#include "fovea/serve/http/talk.hpp"
#include "fovea/serve/http/tls.hpp"
#include "fovea/serve/mcp/endpoint.hpp"
#include "fovea/serve/operations/health.hpp"
#include "fovea/serve/operations/metrics.hpp"
#include "fovea/serve/operations/store_size.hpp"
#include "fovea/serve/operations/traces.hpp"
#include "fovea/serve/sessions/desk.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace fovea::serve {

class Fixtures;

struct DaemonSettings {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::filesystem::path folder = {};    // for tokens
    std::string socket = {};              // a Unix socket beside the port; empty: none
    int listener = -1;                    // handed over by systemd, in the place of host and port
    std::filesystem::path tls_cert = {};  // both empty: no TLS
    std::filesystem::path tls_key = {};
    HttpTimes times = {};
    std::chrono::milliseconds token_look{1000};  // between looks whether those who stay still may
    std::size_t loops = 2;
    std::uint64_t body_memory = 256u
                                << 20;  // for bodies that are not written to the store as they come
    bool has_fixtures = false;          // for the protocol suites: conformance/fixtures.hpp
};

class Daemon {
public:
    // ConfigInvalid for an address that cannot be had, and for fixtures that others could reach. Borrows both.
    static Result<std::unique_ptr<Daemon>> open(
        const host::Situation& situation, host::Machine& machine, DaemonSettings settings
    );
    Daemon(const Daemon&) = delete;
    Daemon& operator=(const Daemon&) = delete;
    ~Daemon();

    std::uint16_t port() const { return server_->port(); }
    std::string url() const;
    // With the owner's token in it.
    std::string ready_url() const;
    const std::string& token() const { return tokens_->secret(); }
    SessionDesk& desk() { return *desk_; }
    const Router& router() const { return router_; }

    // Whether it goes to others than this machine without TLS.
    bool is_exposed() const;

    void stop(std::chrono::milliseconds grace);

private:
    Daemon(const host::Situation& situation, host::Machine& machine, DaemonSettings settings);
    void add_routes();
    void add_sockets();
    DoorSettings door_settings() const;
    void upkeep();
    void look_at_tokens();

    const host::Situation& situation_;
    host::Machine& machine_;
    const DaemonSettings settings_;
    std::atomic<bool> is_stopping_ = false;
    // For answers and events; what may last is on the machine's, so that it keeps none of them waiting.
    WorkPool pool_{{.threads = 32}};
    std::unique_ptr<Timers> timers_ = std::make_unique<Timers>();
    Metrics metrics_;
    std::unique_ptr<Health> health_;
    std::unique_ptr<StoreSize> store_size_;
    std::unique_ptr<Traces> traces_;  // null: nobody collects them
    std::unique_ptr<TokenBook> tokens_;
    std::unique_ptr<Visits> visits_;
    std::unique_ptr<Doorkeeper> door_;
    std::unique_ptr<SessionDesk> desk_;
    std::unique_ptr<WorkPool::Lane> socket_lane_;
    std::unique_ptr<WorkPool::Lane> upkeep_lane_;
    std::unique_ptr<EngineServer> engine_;
    std::unique_ptr<Fixtures> fixtures_;  // null: none
    std::unique_ptr<host::McpOffer> mcp_offer_;
    std::unique_ptr<McpEndpoint> mcp_;
    std::unique_ptr<gateway::Gateway> gateway_;
    std::unique_ptr<TlsKeys> tls_;
    Router router_;
    std::optional<BodyRoom> bodies_;
    std::optional<Site> site_;
    std::unique_ptr<net::Server> server_;
    std::jthread resuming_;  // turns of before
};

}  // namespace fovea::serve
