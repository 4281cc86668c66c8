// The packets of Socket.IO 5, inside Engine.IO messages (protocols.md 1.10). Does no I/O.
//
//     42/events,7["join",{"session_id":"s1"}]      an event of the namespace /events that wants an answer
#pragma once

#include "fovea/base/result.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::serve {

enum class SocketType : std::uint8_t {
    Connect,
    Disconnect,
    Event,
    Ack,
    ConnectError,
    BinaryEvent,
    BinaryAck,
};

struct SocketPacket {
    SocketType type = SocketType::Event;
    std::string space = "/";
    std::optional<std::uint64_t> ack = {};
    boost::json::value data = {};  // null: none
    std::size_t attachments = 0;   // binary messages that follow

    bool operator==(const SocketPacket&) const = default;
};

// InvalidInput for what is none: it ends the connection.
Result<SocketPacket> read_socket_packet(std::string_view text);
std::string write_socket_packet(const SocketPacket& packet);

// An event whose data is JSON already: ["type",{…}].
std::string write_socket_event(
    std::string_view space, std::string_view name, std::string_view json
);

}  // namespace fovea::serve
