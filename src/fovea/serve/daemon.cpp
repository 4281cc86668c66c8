#include "fovea/serve/daemon.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/serve/conformance/echo.hpp"
#include "fovea/serve/conformance/fixtures.hpp"
#include "fovea/serve/events/events_space.hpp"
#include "fovea/serve/gateway/routes.hpp"
#include "fovea/serve/operations/access_log.hpp"
#include "fovea/serve/operations/routes.hpp"
#include "fovea/serve/sessions/routes.hpp"
#include "fovea/serve/web/page_routes.hpp"

#include <malloc.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <future>
#include <utility>
#include <vector>

namespace fovea::serve {
namespace {

constexpr std::chrono::seconds kUpkeep{15};
constexpr std::size_t kMaxConnections = 20'000;
constexpr std::size_t kMaxPerAddress = 1'000;  // an office behind one address is one

// A session at work holds a lock, a folder for each root and the pipes of its MCP servers; connections have
// the rest.
std::size_t sessions_by_descriptors() {
    constexpr rlim_t kOfSession = 4;
    constexpr rlim_t kMost = 1024;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return kMost;
    return std::clamp<rlim_t>(files.rlim_cur / 2 / kOfSession, 8, kMost);
}

bool is_loopback(const std::string& host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}

// What sessions held lies between what others hold, in as many heaps as there are threads, and the system would not have it
// again: after a busy hour the daemon would be several times as large as what it works with.
void give_memory_back() {
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

std::string in_url(const std::string& host) {
    return host.find(':') == host.npos ? host : "[" + host + "]";
}

}  // namespace

Daemon::Daemon(const host::Situation& situation, host::Machine& machine, DaemonSettings settings)
    : situation_(situation), machine_(machine), settings_(std::move(settings)) {}

Result<std::unique_ptr<Daemon>> Daemon::open(
    const host::Situation& situation, host::Machine& machine, DaemonSettings settings
) {
    std::unique_ptr<Daemon> daemon(new Daemon(situation, machine, std::move(settings)));
    auto& self = *daemon;
    if (self.settings_.has_fixtures && !is_loopback(self.settings_.host)) {
        return Error{
            ErrorCode::ConfigInvalid,
            "--conformance is for tests on this machine, and cannot listen on " +
                self.settings_.host};
    }
    if (!self.settings_.tls_cert.empty() || !self.settings_.tls_key.empty()) {
        self.tls_ = TRY(TlsKeys::open(self.settings_.tls_cert, self.settings_.tls_key));
    }
    self.tokens_ = TRY(TokenBook::open(self.settings_.folder));
    self.health_ = std::make_unique<Health>(machine.sessions(), self.settings_.folder);
    self.store_size_ = std::make_unique<StoreSize>(machine.blobs(), machine.call_threads().pool);
    self.visits_ = std::make_unique<Visits>(*self.tokens_);
    const auto& configured = situation.settings().serve;
    if (const auto& endpoint = situation.settings().otel.endpoint; !endpoint.empty()) {
        self.traces_ = std::make_unique<Traces>(
            TraceSettings{.endpoint = endpoint}, machine.services().client
        );
    }
    self.desk_ = std::make_unique<SessionDesk>(
        situation,
        machine,
        DeskSettings{
            .turns_at_once = static_cast<std::size_t>(configured.turns_at_once),
            .ask_timeout = std::chrono::seconds(configured.ask_timeout_s),
            .max_live = sessions_by_descriptors(),
            .hub =
                {.watch =
                     [&self](const std::string& session, const host::NumberedEvent& event) {
                         self.metrics_.see(event);
                         log_failure(session, event);
                         if (self.traces_) self.traces_->see(session, event);
                     }},
            .pool = &self.pool_}
    );
    self.mcp_offer_ = TRY(host::McpOffer::open(situation, machine));
    self.mcp_ = std::make_unique<McpEndpoint>(McpParts{
        .offer = self.mcp_offer_->offer(),
        .threads = machine.call_threads(),
        .timers = *self.timers_,
        .settings = self.mcp_offer_->session_settings()});
    self.gateway_ = TRY(gateway::Gateway::open(situation, machine));
    self.add_routes();
    self.site_.emplace(Site{
        .router = self.router_,
        .admit = [&self](const Request& request, const Route* route)
            -> std::variant<Principal, Response> { return self.door_->admit(request, route); },
        .on_answered =
            [&self](const Answered& answered) {
                self.metrics_.count(answered);
                log_access(answered);
            },
        .visits = self.visits_.get(),
        .bodies = &self.bodies_.emplace(self.settings_.body_memory),
        .shape_problem = shape_gateway_problem,
        .headers = {{"x-content-type-options", "nosniff"}, {"server", "fovea"}},
        .times = self.settings_.times});
    // Nobody is taken before the port is known, which is part of our name.
    const auto host = self.settings_.host == "localhost" ? "127.0.0.1" : self.settings_.host;
    std::promise<void> named;
    const auto is_named = named.get_future().share();
    self.server_ = TRY(net::Server::open(
        {.address = host,
         .port = self.settings_.port,
         // "localhost" is both: nobody else on this machine gets what was meant for us.
         .also = host == "127.0.0.1" ? "::1" : "",
         .socket = self.settings_.socket,
         .listener = self.settings_.listener,
         // The suites have timers of milliseconds: what comes first is answered first.
         .loops = self.settings_.has_fixtures ? 1 : self.settings_.loops,
         .max_connections = kMaxConnections,
         .max_per_address = is_loopback(host) ? 0 : kMaxPerAddress,
         .idle = self.settings_.times.idle,
         .long_pool = &machine.call_threads().pool},
        self.pool_,
        [&self, is_named](net::Connection& connection) {
            is_named.wait();
            const auto make = [&self](net::Connection& plain) {
                return make_http_talk(plain, *self.site_);
            };
            // Who comes by the Unix socket has no address, and nobody in between.
            const bool is_local = connection.peer().empty();
            if (!self.tls_ || is_local) return make(connection);
            return make_tls_talk(connection, *self.tls_, make);
        }
    ));
    self.door_ = std::make_unique<Doorkeeper>(*self.tokens_, self.door_settings());
    named.set_value();
    self.resuming_ = std::jthread([&self](const std::stop_token& stop) {
        const auto resumed = self.desk_->resume_all(stop);
        if (!resumed.ok()) spdlog::error("cannot resume sessions: {}", resumed.error().message);
    });
    self.upkeep_lane_ = std::make_unique<WorkPool::Lane>(
        machine.call_threads().pool, WorkPool::Share{.at_once = 1, .waiting = 1}
    );
    self.upkeep();
    self.look_at_tokens();
    return daemon;
}

Daemon::~Daemon() {
    stop(std::chrono::milliseconds(0));
}

void Daemon::add_sockets() {
    socket_lane_ =
        std::make_unique<WorkPool::Lane>(pool_, WorkPool::Share{.at_once = 8, .waiting = 4096});
    std::vector<Space> spaces{events_space(
        {.desk = *desk_,
         .lane = *socket_lane_,
         .visits = *visits_,
         .check = [this](
                      const std::string& secret, const std::string& peer
                  ) { return door_->check(secret, peer); }}
    )};
    EngineSettings timing;
    SocketSettings connecting;
    if (settings_.has_fixtures) {
        fixtures_ = std::make_unique<Fixtures>(*timers_, machine_.call_threads());
        router_.add(fixtures_->routes());
        for (auto& space : echo_spaces()) spaces.push_back(std::move(space));
        timing = conformance_timers();
        connecting = conformance_connecting();
    }
    engine_ = std::make_unique<EngineServer>(
        *timers_, timing, socket_connections(*timers_, connecting, std::move(spaces))
    );
    auto routes = engine_->routes("/socket.io/");
    router_.add(fixtures_ ? open_to_all_pages(std::move(routes)) : std::move(routes));
}

void Daemon::add_routes() {
    add_sockets();
    router_.add(gateway_routes(*gateway_));
    router_.add(mcp_->routes());
    router_.add(session_routes(*desk_, *timers_));
    router_.add(message_routes(*desk_));
    router_.add(picture_routes(*desk_));
    router_.add(file_routes(*desk_));
    router_.add(overview_routes(*desk_));
    router_.add(bundle_routes(*desk_));
    router_.add(operation_routes(
        {.is_stopping = [this] { return is_stopping_.load(); },
         .trouble = [this] { return health_->trouble(); },
         .metrics =
             [this] {
                 gateway_->tell_counts();
                 return metrics_.text(
                     {.connections = server_->connections(),
                      .sockets = engine_->sockets(),
                      .sessions = desk_->table().live(),
                      .turns = desk_->table().running(),
                      .rooms = desk_->hub().rooms(),
                      .store_bytes = store_size_->bytes()}
                 );
             },
         .router = &router_}
    ));
    router_.add(page_routes(
        [this](const std::string& secret, const std::string& peer) {
            return door_->check(secret, peer).has_value();
        },
        tls_ ? Transport::Tls : Transport::Plain
    ));
}

DoorSettings Daemon::door_settings() const {
    DoorSettings door;
    const auto port = ":" + std::to_string(server_->port());
    for (const auto* const name : {"localhost", "127.0.0.1", "[::1]"}) {
        door.hosts.push_back(name + port);
    }
    const auto own = lowered(in_url(settings_.host)) + port;
    if (std::ranges::find(door.hosts, own) == door.hosts.end()) door.hosts.push_back(own);
    // Nobody names the usual port of the scheme, browsers least of all.
    if (server_->port() == (tls_ ? 443 : 80)) {
        const auto named = door.hosts;
        for (const auto& name : named) door.hosts.push_back(name.substr(0, name.rfind(':')));
    }
    if (!settings_.socket.empty()) door.hosts.emplace_back("localhost");
    for (const auto& name : situation_.settings().serve.hosts) door.hosts.push_back(lowered(name));
    for (const auto& name : door.hosts) {
        door.origins.push_back("http://" + name);
        door.origins.push_back("https://" + name);
    }
    for (const auto& origin : situation_.settings().serve.origins) {
        door.origins.push_back(lowered(origin));
    }
    return door;
}

void Daemon::upkeep() {
    timers_->after(kUpkeep, [this] {
        // Not here, where all heartbeats wait: a session that goes may have servers of its own to end.
        upkeep_lane_->add([this] {
            if (desk_->let_go_idle() > 0) give_memory_back();
            gateway_->upkeep();
        });
        upkeep();
    });
}

void Daemon::look_at_tokens() {
    timers_->after(settings_.token_look, [this] {
        visits_->look();
        look_at_tokens();
    });
}

std::string Daemon::url() const {
    return (tls_ ? "https://" : "http://") + in_url(settings_.host) + ":" + std::to_string(port()) +
           "/";
}

std::string Daemon::ready_url() const {
    return url() + "?token=" + tokens_->secret();
}

bool Daemon::is_exposed() const {
    return !tls_ && !is_loopback(settings_.host);
}

void Daemon::stop(std::chrono::milliseconds grace) {
    if (is_stopping_.exchange(true)) return;
    resuming_.request_stop();
    if (resuming_.joinable()) resuming_.join();
    if (desk_) desk_->stop(grace);
    // Whoever listens is told of the last turn's end before they are sent away.
    if (engine_) engine_->stop();
    if (fixtures_) fixtures_->stop();
    if (server_) server_->stop(std::min<std::chrono::milliseconds>(grace, std::chrono::seconds(2)));
    socket_lane_.reset();  // waits for what it runs
    timers_->stop();
    upkeep_lane_.reset();
}

}  // namespace fovea::serve
