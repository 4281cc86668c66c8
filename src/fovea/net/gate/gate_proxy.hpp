// The one way out of a browser: a SOCKS 5 server that opens what the gate lets through (Q2), and nothing
// else.
//
//     GateProxy proxy(std::move(listener), {.gate = settings});
//     … a browser that knows no other way out …
//     for (const GateWish& wish : proxy.wishes()) …
//
// Whatever a page wants (documents, redirects, pictures, frames, workers, sockets) is a connection to a
// name and a port, and each of them passes the gate: the rules of url_rules.hpp, one resolution, every
// address looked at, then a connection to those very addresses. The browser resolves nothing itself.
// What goes over a connection has to be TLS, so that nothing leaves in the clear.
//
// `open` are the operator's own origins (a developer's server on this machine): exactly these are let
// through wherever they are, http without TLS.
//
// Everything is bounded: connections at once and in all, bytes both ways together, the time of a
// connection attempt. All of it ends with the object, within milliseconds.
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/net/gate/address_gate.hpp"
#include "fovea/net/gate/socks.hpp"
#include "fovea/net/http/fetch_settings.hpp"
#include "fovea/net/http/origin.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace fovea::net {

enum class Reached { Opened, Refused, NoSuchName, NoAnswer };

// What a browser asked for, and what became of it.
struct GateWish {
    SocksTarget place;
    Reached reached = Reached::Opened;

    bool operator==(const GateWish&) const = default;
};

struct GateProxySettings {
    FetchSettings gate = {};
    std::vector<Origin> open = {};
    bool open_on_loopback_only = false;  // local_only: `open` may not lead off this machine

    std::size_t max_at_once = 64;
    std::size_t max_connections = 1000;
    std::uint64_t max_bytes = std::uint64_t{128} << 20;

    // Asked for each connection before a byte of it is read; empty: all may. For a proxy that others on
    // this machine can reach as well.
    std::function<bool(const Fd& peer)> may_ask = {};
};

class GateProxy {
public:
    // `listener` listens already.
    GateProxy(Fd listener, GateProxySettings settings);
    GateProxy(const GateProxy&) = delete;
    GateProxy& operator=(const GateProxy&) = delete;
    ~GateProxy();

    std::vector<GateWish> wishes() const;  // so far; the first thousand

    // Whether more bytes were wanted than may pass. All connections end then.
    bool spent() const { return bytes_ > settings_.max_bytes; }

private:
    struct Connection {
        std::atomic<bool> done = false;
        std::jthread thread = {};
    };
    enum class Words { Tls, Any };
    struct Way {
        std::vector<IpAddress> addresses;
        Words words = Words::Tls;
    };

    void accept_all();
    void start(Fd peer);
    void serve(const Fd& client);
    std::optional<SocksTarget> hear(const Fd& client) const;
    Result<Way, GateRefusal> way_to(const SocksTarget& target) const;
    Result<Way, GateRefusal> way_to_open(const SocksTarget& target, const Origin& origin) const;
    Fd connect(const Way& way, std::uint16_t port) const;
    void carry(const Fd& client, const Fd& server, Words words);
    void note(const SocksTarget& target, Reached reached);
    void log(const std::string& reason);

    const GateProxySettings settings_;
    const AddressGate gate_;
    const Fd listener_;
    Fd wake_;  // readable once everything is to end
    std::stop_source stop_;
    std::atomic<std::uint64_t> bytes_ = 0;
    mutable std::mutex mutex_;
    std::set<std::string> logged_;       // under mutex_
    std::vector<GateWish> wishes_;       // under mutex_
    std::list<Connection> connections_;  // of the acceptor's thread
    std::jthread acceptor_;
};

}  // namespace fovea::net
