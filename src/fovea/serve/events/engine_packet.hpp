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

// Several that go out together, to many.
struct PacketRow {
    std::vector<PacketRef> packets;
    // Their frames, one behind the other; copied into one text unless they are large, as a thousand clients would
    // otherwise be handed each of them.
    std::vector<std::shared_ptr<const std::string>> frames;
};
using Packets = std::shared_ptr<const PacketRow>;

PacketRef write_packet(const EnginePacket& packet);
// Its frame, which keeps the packet alive.
std::shared_ptr<const std::string> frame_of(const PacketRef& packet);
Packets row_of(std::vector<PacketRef> packets);
std::string join_payload(const std::vector<PacketRef>& packets);

}  // namespace fovea::serve
