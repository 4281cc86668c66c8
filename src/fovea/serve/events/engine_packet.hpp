// The packets of Engine.IO 4 (protocols.md 1.2, 1.5). Does no I/O.
#pragma once

#include "fovea/base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

enum class PacketType : std::uint8_t { Open, Close, Ping, Pong, Message, Upgrade, Noop };

struct EnginePacket {
    PacketType type = PacketType::Message;
    std::string data = {};
    bool is_binary = false;

    bool operator==(const EnginePacket&) const = default;
};

// One packet of text. InvalidInput for what is none.
Result<EnginePacket> read_packet(std::string_view text);
// The body of a poll: several, with 0x1E between them.
Result<std::vector<EnginePacket>> read_payload(std::string_view body);

// A packet on its way to many: its text for polls, its frame for WebSockets, each written once.
struct PacketText {
    std::string poll;
    std::string frame;
};
using PacketRef = std::shared_ptr<const PacketText>;
using Packets = std::shared_ptr<const std::vector<PacketRef>>;  // in one, to many

PacketRef write_packet(const EnginePacket& packet);
std::string join_payload(const std::vector<PacketRef>& packets);

}  // namespace fovea::serve
