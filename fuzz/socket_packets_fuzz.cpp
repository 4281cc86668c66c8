// Packets of Engine.IO and Socket.IO, and WebSocket frames, of anybody: what is read can be written and read
// again, and frames give the same messages however they are cut.
#include "fovea/serve/events/engine_packet.hpp"
#include "fovea/serve/events/socket_packet.hpp"
#include "fovea/serve/events/websocket.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using namespace fovea::serve;

std::vector<WsMessage> frames(std::string_view bytes, std::size_t piece, bool& is_broken) {
    WebSocketReader reader(4096);
    std::vector<WsMessage> all;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        auto messages = reader.feed(bytes.substr(at, piece));
        if (!messages.ok()) {
            is_broken = true;
            return {};
        }
        for (auto& each : messages.value()) all.push_back(std::move(each));
    }
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (const auto packets = read_payload(text); packets.ok()) {
        std::vector<PacketRef> written;
        for (const auto& packet : packets.value()) written.push_back(write_packet(packet));
        if (read_payload(join_payload(written)).value() != packets.value()) std::abort();
    }
    if (const auto packet = read_socket_packet(text); packet.ok()) {
        const auto again = read_socket_packet(write_socket_packet(packet.value()));
        if (!again.ok() || again.value().type != packet.value().type) std::abort();
    }
    bool whole_broken = false;
    bool cut_broken = false;
    const auto whole = frames(text, std::max<std::size_t>(text.size(), 1), whole_broken);
    const auto cut = frames(text, std::size_t{data[0]} + 1, cut_broken);
    if (whole_broken != cut_broken || whole != cut) std::abort();
    return 0;
}
