// Socket.IO 5 over one Engine.IO socket (protocols.md 1.10 to 1.12): namespaces, events with their attachments,
// and the answers to them. What stands in a namespace is a SpaceClient.
//
//     socket_connections(timers, {}, {{.name = "/events", .connect = connect_to_events}});
//
// Who breaks the protocol, or is in no namespace for too long, is let go.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/serve/access/principal.hpp"
#include "fovea/serve/events/engine.hpp"
#include "fovea/serve/events/place.hpp"
#include "fovea/serve/events/socket_packet.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::serve {

struct SocketEvent {
    boost::json::array data;                    // its name first; placeholders where the bytes were
    std::vector<std::string> attachments = {};  // the bytes
    std::optional<std::uint64_t> ack = {};      // an answer is wanted
};

// A client's place in one namespace, to write to. From any thread.
class SpaceSocket {
public:
    SpaceSocket(EngineSocketRef engine, std::string space)
        : engine_(std::move(engine)), space_(std::move(space)) {}

    void emit(boost::json::array data, const std::vector<std::string>& attachments = {}) const;
    void acknowledge(
        std::uint64_t ack, boost::json::array data, const std::vector<std::string>& attachments = {}
    ) const;
    // Events that are written already.
    void send(const Packets& packets, const std::shared_ptr<Gate>& gate, const Place::Mark& mark)
        const;
    void when_read(std::function<void()> act) const;

    // Ends the whole connection, once what was sent is written.
    void close(std::string_view reason) const;

private:
    void send(SocketPacket packet, const std::vector<std::string>& attachments) const;

    const EngineSocketRef engine_;
    const std::string space_;
};
using SpaceSocketRef = std::shared_ptr<const SpaceSocket>;

// What stands in a namespace, for one client. Called on a loop, never with two events at once.
class SpaceClient {
public:
    virtual ~SpaceClient() = default;
    // The client was told that it is in.
    virtual void begin() {}
    virtual void take(SocketEvent event) = 0;
    // It left, or is gone. From any thread.
    virtual void closed() = 0;
};

// Who connects, as far as the handshake said.
struct SocketPeer {
    std::string address;
    Principal who;  // by a cookie or a header; nobody: none said
};

// Why somebody may not come in, as they are told.
struct SpaceRefusal {
    std::string message;
    boost::json::object data = {};
};

struct Space {
    std::string name;
    std::function<Result<std::shared_ptr<SpaceClient>, SpaceRefusal>(
        const SpaceSocketRef& socket, const SocketPeer& peer, const boost::json::object& auth
    )>
        connect;
};

struct SocketSettings {
    std::chrono::milliseconds connect_timeout{45'000};  // in no namespace
};

// Borrows the timers.
EngineServer::MakeClient socket_connections(
    Timers& timers, SocketSettings settings, std::vector<Space> spaces
);

}  // namespace fovea::serve
