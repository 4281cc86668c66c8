#include "fovea/serve/events/engine_packet.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/serve/events/websocket.hpp"

#include <algorithm>

namespace fovea::serve {
namespace {

constexpr char kSeparator = '\x1e';

}  // namespace

Result<EnginePacket> read_packet(std::string_view text) {
    if (text.empty()) return Error{ErrorCode::InvalidInput, "a packet is empty"};
    if (text[0] == 'b') {
        const auto bytes = TRY(decode_base64(text.substr(1)));
        return EnginePacket{PacketType::Message, std::string(as_text(bytes)), true};
    }
    if (text[0] < '0' || text[0] > '6') {
        return Error{ErrorCode::InvalidInput, "a packet is of no known type"};
    }
    return EnginePacket{static_cast<PacketType>(text[0] - '0'), std::string(text.substr(1))};
}

Result<std::vector<EnginePacket>> read_payload(std::string_view body) {
    std::vector<EnginePacket> packets;
    for (;;) {
        const auto end = body.find(kSeparator);
        packets.push_back(TRY(read_packet(body.substr(0, end))));
        if (end == body.npos) return packets;
        body.remove_prefix(end + 1);
    }
}

PacketRef write_packet(const EnginePacket& packet) {
    PacketText text;
    if (packet.is_binary) {
        std::string base64(base64_size(packet.data.size()), '\0');
        encode_base64(as_bytes(packet.data), base64).value();
        text.poll = "b" + base64;
        text.frame = ws_frame(WsKind::Binary, packet.data);
    } else {
        text.poll = static_cast<char>('0' + static_cast<int>(packet.type)) + packet.data;
        text.frame = ws_frame(WsKind::Text, text.poll);
    }
    return std::make_shared<const PacketText>(std::move(text));
}

std::string join_payload(const std::vector<PacketRef>& packets) {
    std::string body;
    for (const auto& packet : packets) {
        if (&packet != &packets.front()) body += kSeparator;
        body += packet->poll;
    }
    return body;
}

}  // namespace fovea::serve
