#include "fovea/serve/events/engine_packet.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/serve/events/websocket.hpp"

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

constexpr char kSeparator = '\x1e';

// A frame as large as that goes out from where it is: below it, one copy for all costs less than one more write for each.
constexpr std::size_t kLarge = 256u << 10;

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

std::shared_ptr<const std::string> frame_of(const PacketRef& packet) {
    return {packet, &packet->frame};
}

Packets row_of(std::vector<PacketRef> packets) {
    auto row = std::make_shared<PacketRow>();
    std::string small;
    const auto add_small = [&] {
        if (small.empty()) return;
        row->frames.push_back(std::make_shared<const std::string>(std::exchange(small, {})));
    };
    for (const auto& packet : packets) {
        if (packets.size() > 1 && packet->frame.size() < kLarge) {
            small += packet->frame;
            continue;
        }
        add_small();
        row->frames.push_back(frame_of(packet));
    }
    add_small();
    row->packets = std::move(packets);
    return row;
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
