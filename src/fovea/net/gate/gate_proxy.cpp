#include "fovea/net/gate/gate_proxy.hpp"

#include "fovea/base/tally.hpp"
#include "fovea/net/gate/connect_to.hpp"
#include "fovea/net/gate/loopback.hpp"
#include "fovea/net/gate/socket_address.hpp"
#include "fovea/net/gate/tunnel.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <system_error>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <exception>
#include <utility>

namespace fovea::net {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kTimeToAsk{10};
constexpr std::size_t kMaxWishes = 1000;
constexpr std::size_t kMaxLogged = 20;  // a page can want as much as it likes
constexpr char kTlsHandshake = 22;      // the first byte of every TLS connection

bool is_plain_host(std::string_view host) {
    return !host.empty() && std::ranges::all_of(host, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_' || c == ':';
    });
}

std::string with_brackets(const std::string& host) {
    return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

bool send_all(const Fd& socket, std::string_view bytes) {
    // A few bytes into an empty buffer.
    return ::send(socket.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
}

}  // namespace

GateProxy::GateProxy(Fd listener, GateProxySettings settings)
    : settings_(std::move(settings)),
      gate_(settings_.gate),
      listener_(std::move(listener)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      acceptor_([this] { accept_all(); }) {}

GateProxy::~GateProxy() {
    stop_.request_stop();
    ::eventfd_write(wake_.number(), 1);
    acceptor_.join();
    connections_.clear();  // joins
}

std::vector<GateWish> GateProxy::wishes() const {
    const std::scoped_lock lock(mutex_);
    return wishes_;
}

void GateProxy::accept_all() {
    ::pthread_setname_np(::pthread_self(), "fovea-gate");
    for (std::size_t accepted = 0; accepted < settings_.max_connections;) {
        if (!wait_for(listener_.number(), POLLIN, Clock::time_point::max(), wake_.number())) return;
        Fd peer(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        std::erase_if(connections_, [](const Connection& each) { return each.done.load(); });
        if (!peer || connections_.size() >= settings_.max_at_once) continue;
        if (settings_.may_ask && !settings_.may_ask(peer)) continue;
        ++accepted;
        start(std::move(peer));
    }
}

void GateProxy::start(Fd peer) {
    auto& connection = connections_.emplace_back();
    try {
        connection.thread = std::jthread([this, &connection, client = std::move(peer)] {
            ::pthread_setname_np(::pthread_self(), "fovea-gate-way");
            try {
                serve(client);
            } catch (const std::exception&) {  // the top of a thread: it costs this connection
                tally().add("fovea_stray_failures_total", {{"where", "gate"}});
            }
            connection.done = true;
        });
    } catch (const std::system_error&) {
        connections_.pop_back();  // no more threads to be had
    }
}

void GateProxy::serve(const Fd& client) {
    const auto target = hear(client);
    if (!target) return;
    const auto way = way_to(*target);
    if (stop_.stop_requested()) return;
    if (!way.ok()) {
        note(*target, way.error().no_such_name ? Reached::NoSuchName : Reached::Refused);
        log(way.error().reason);
        send_all(client, socks_reply(SocksCode::NotAllowed));
        return;
    }
    const auto server = connect(way.value(), target->port);
    note(*target, server ? Reached::Opened : Reached::NoAnswer);
    if (!server) {
        send_all(client, socks_reply(SocksCode::Unreachable));
    } else if (send_all(client, socks_reply(SocksCode::Done))) {
        carry(client, server, way.value().words);
    }
}

std::optional<SocksTarget> GateProxy::hear(const Fd& client) const {
    const auto deadline = Clock::now() + kTimeToAsk;
    SocksServer talk;
    std::array<char, 512> piece{};
    for (;;) {
        if (!wait_for(client.number(), POLLIN, deadline, wake_.number())) return std::nullopt;
        const auto got = ::recv(client.number(), piece.data(), piece.size(), 0);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (got <= 0) return std::nullopt;
        auto heard = talk.feed({piece.data(), static_cast<std::size_t>(got)});
        if (!heard.reply.empty() && !send_all(client, heard.reply)) return std::nullopt;
        if (heard.target || heard.over) return std::move(heard.target);
    }
}

Result<GateProxy::Way, GateRefusal> GateProxy::way_to(const SocksTarget& target) const {
    if (!is_plain_host(target.host)) return GateRefusal{"not a valid host name"};
    const auto place = with_brackets(target.host) + ":" + std::to_string(target.port);
    for (const auto* scheme : {"http://", "https://"}) {
        const auto origin = origin_of(scheme + place);
        if (!origin.ok()) continue;
        const auto found = std::ranges::find(settings_.open, origin.value());
        if (found != settings_.open.end()) return way_to_open(target, *found);
    }
    if (!settings_.gate.off.empty()) return GateRefusal{target.host + ": " + settings_.gate.off};
    const auto url = TRY(check_url("https://" + place + "/"));
    const auto deadline = Clock::now() + settings_.gate.connect_timeout;
    return Way{TRY(gate_.addresses_of(url, deadline, stop_.get_token())), Words::Tls};
}

// The operator's own word: wherever it leads. Its name is still resolved here, once.
Result<GateProxy::Way, GateRefusal> GateProxy::way_to_open(
    const SocksTarget& target, const Origin& origin
) const {
    const auto words = origin.scheme == "http" ? Words::Any : Words::Tls;
    if (const auto literal = parse_address(target.host)) return Way{{*literal}, words};
    if (settings_.open_on_loopback_only && !is_loopback_host(target.host)) {
        return GateRefusal{target.host + ": local_only is set"};
    }
    const auto deadline = Clock::now() + settings_.gate.connect_timeout;
    auto addresses = settings_.gate.resolve(target.host, deadline, stop_.get_token());
    if (addresses.empty()) return GateRefusal{target.host + " does not resolve", true};
    return Way{std::move(addresses), words};
}

Fd GateProxy::connect(const Way& way, std::uint16_t port) const {
    for (const auto& address : way.addresses) {
        if (settings_.open_on_loopback_only && !is_loopback(socket_address(address, port).get())) {
            continue;
        }
        const auto deadline = Clock::now() + settings_.gate.connect_timeout;
        if (auto socket = connect_to(address, port, deadline, wake_.number())) return socket;
        if (stop_.stop_requested()) break;
    }
    return {};
}

void GateProxy::carry(const Fd& client, const Fd& server, Words words) {
    bool begun = words == Words::Any;
    const auto may_pass = [&](Direction way, std::string_view piece) {
        bytes_ += piece.size();
        if (spent()) return false;
        if (way == Direction::Out && !begun) {
            begun = true;
            if (piece.front() != kTlsHandshake) {
                log("a connection without TLS");
                return false;
            }
        }
        return true;
    };
    run_tunnel(client.number(), server.number(), wake_.number(), may_pass);
}

void GateProxy::note(const SocksTarget& target, Reached reached) {
    const std::scoped_lock lock(mutex_);
    if (wishes_.size() < kMaxWishes) wishes_.push_back({target, reached});
}

// Once each: browsers try again, and again.
void GateProxy::log(const std::string& reason) {
    if (!settings_.gate.log) return;
    {
        const std::scoped_lock lock(mutex_);
        if (logged_.size() >= kMaxLogged || !logged_.insert(reason).second) return;
    }
    settings_.gate.log("the browser was refused a connection: " + reason);
}

}  // namespace fovea::net
