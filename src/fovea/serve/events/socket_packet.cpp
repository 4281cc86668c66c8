#include "fovea/serve/events/socket_packet.hpp"

#include "fovea/base/foreign_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <charconv>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxAttachments = 10;  // as the official parser has it
constexpr std::string_view kReserved[] = {
    "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"};

Error bad(const char* what) {
    return {ErrorCode::InvalidInput, std::string("not a Socket.IO packet: ") + what};
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool fits(const SocketPacket& packet, bool has_data) {
    switch (packet.type) {
        case SocketType::Connect: return !has_data || packet.data.is_object();
        case SocketType::Disconnect: return !has_data;
        case SocketType::ConnectError: return packet.data.is_object() || packet.data.is_string();
        case SocketType::Event:
        case SocketType::BinaryEvent: {
            const auto* list = packet.data.if_array();
            if (list == nullptr || list->empty()) return false;
            const auto* name = list->front().if_string();
            if (name == nullptr) return list->front().is_number();
            return std::ranges::find(kReserved, std::string_view(*name)) == std::end(kReserved);
        }
        case SocketType::Ack:
        case SocketType::BinaryAck: return packet.data.is_array() && packet.ack.has_value();
    }
    return false;
}

}  // namespace

Result<SocketPacket> read_socket_packet(std::string_view text) {
    if (text.empty() || text[0] < '0' || text[0] > '6') return bad("its type");
    SocketPacket packet{.type = static_cast<SocketType>(text[0] - '0')};
    text.remove_prefix(1);
    if (packet.type == SocketType::BinaryEvent || packet.type == SocketType::BinaryAck) {
        const auto dash = text.find('-');
        if (dash == text.npos || dash == 0) return bad("its attachments");
        const auto digits = text.substr(0, dash);
        const auto [end, wrong] =
            std::from_chars(digits.data(), digits.data() + digits.size(), packet.attachments);
        if (wrong != std::errc() || end != digits.data() + digits.size() ||
            packet.attachments == 0 || packet.attachments > kMaxAttachments) {
            return bad("its attachments");
        }
        text.remove_prefix(dash + 1);
    }
    if (text.starts_with('/')) {
        const auto end = std::min(text.find(','), text.size());
        packet.space = std::string(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::size_t digits = 0;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (digits > 0) {
        std::uint64_t ack = 0;
        const auto [end, wrong] = std::from_chars(text.data(), text.data() + digits, ack);
        if (wrong != std::errc()) return bad("its number");
        packet.ack = ack;
        text.remove_prefix(digits);
    }
    const bool has_data = !text.empty();
    if (has_data) {
        auto value = parse_foreign_json(text, 64);
        if (!value.ok()) return bad("its JSON");
        packet.data = std::move(value).value();
    }
    if (!fits(packet, has_data)) return bad("its data");
    return packet;
}

std::string write_socket_packet(const SocketPacket& packet) {
    std::string text(1, static_cast<char>('0' + static_cast<int>(packet.type)));
    if (packet.attachments > 0) text += std::to_string(packet.attachments) + "-";
    if (packet.space != "/") text += packet.space + ",";
    if (packet.ack) text += std::to_string(*packet.ack);
    if (!packet.data.is_null()) text += json::serialize(packet.data);
    return text;
}

std::string write_socket_event(
    std::string_view space, std::string_view name, std::string_view json
) {
    std::string text = "2";
    if (space != "/") text.append(space).append(",");
    return text.append("[\"").append(name).append("\",").append(json).append("]");
}

}  // namespace fovea::serve
