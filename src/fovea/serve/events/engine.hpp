// Engine.IO 4 (protocols.md 1.1 to 1.9): messages both ways between a server and a client that polls, or has a
// WebSocket, or changes from the one to the other in between.
//
//     EngineServer engine(timers, {}, [](EngineSocketRef socket, const Call& call) { return client; });
//     router.add(engine.routes("/socket.io/"));
//     socket->send(write_packet({PacketType::Message, "hello"}));     // from any thread
//
// Nothing here blocks, and nobody has a thread. What waits for a client is bounded: what has a gate is left out where
// `room` waits already (place.hpp), and who has much more than that is let go.
#pragma once

#include "fovea/base/timers.hpp"
#include "fovea/serve/events/engine_packet.hpp"
#include "fovea/serve/http/long_answer.hpp"
#include "fovea/serve/http/route.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

struct EngineSettings {
    std::chrono::milliseconds ping_interval{25'000};
    std::chrono::milliseconds ping_timeout{20'000};
    std::chrono::milliseconds upgrade_timeout{10'000};
    std::size_t max_payload = 1'000'000;  // of what comes
    std::size_t room = 4u << 20;          // of what waits to be read
    std::size_t max_unread = 32u << 20;   // ten pictures at once are 13 MiB
    std::size_t max_sockets = 20'000;
    Headers headers = {};  // that every answer has
};

class EngineSocket;
using EngineSocketRef = std::shared_ptr<EngineSocket>;

// What stands on a socket. Called on a loop, never with two messages at once.
class EngineClient {
public:
    virtual ~EngineClient() = default;
    // The socket is open: it may be written to from now on.
    virtual void begin() {}
    virtual void take(EnginePacket message) = 0;
    // Nothing comes any more. From any thread, also while something is being taken.
    virtual void closed(std::string_view reason) = 0;
};

class EngineServer {
public:
    using MakeClient = std::function<
        std::shared_ptr<EngineClient>(const EngineSocketRef& socket, const Call& call)>;

    // Borrows the timers.
    EngineServer(Timers& timers, EngineSettings settings, MakeClient make_client);
    EngineServer(const EngineServer&) = delete;
    EngineServer& operator=(const EngineServer&) = delete;
    ~EngineServer();

    std::vector<Route> routes(const std::string& path);

    std::size_t sockets() const;
    // Sends everybody away; they come back elsewhere.
    void stop();

private:
    friend class EngineSocket;

    Result<Response> get(Call& call);
    Result<Response> post(Call& call);
    Response handshake(Call& call);
    Response with_headers(Response response) const;
    EngineSocketRef open(const Call& call);  // null: too many
    EngineSocketRef find(const std::string& sid) const;
    void forget(const std::string& sid);

    Timers& timers_;
    const EngineSettings settings_;
    const MakeClient make_client_;
    mutable std::mutex mutex_;  // guards sockets_
    std::map<std::string, EngineSocketRef> sockets_;
};

}  // namespace fovea::serve
