// WebSocket frames (RFC 6455) as a server reads and writes them. Does no I/O.
//
//     WebSocketReader reader(1'000'000);
//     for (auto& message : TRY(reader.feed(bytes))) …       // whole ones, their pieces put together
//     ws_frame(WsKind::Text, "4hello");
//
// A frame that breaks the RFC is an error with the code that the connection is closed with.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

enum class WsKind : std::uint8_t { Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

struct WsMessage {
    WsKind kind = WsKind::Text;
    std::string data;

    bool operator==(const WsMessage&) const = default;
};

struct WsError {
    std::uint16_t code = 1002;  // 1002: against the protocol, 1007: not UTF-8, 1009: too large
    std::string why;

    bool operator==(const WsError&) const = default;
};

class WebSocketReader {
public:
    explicit WebSocketReader(std::size_t max_message) : max_message_(max_message) {}

    Result<std::vector<WsMessage>, WsError> feed(std::string_view bytes);

private:
    // Whether a frame was there.
    Result<bool, WsError> read_frame(std::vector<WsMessage>& messages);
    Result<void, WsError> take(
        bool is_last, unsigned opcode, std::string data, std::vector<WsMessage>& messages
    );

    const std::size_t max_message_;
    std::string pending_;
    std::string_view rest_;  // of it, while it is read
    std::string partial_;    // of a message in several frames
    WsKind partial_kind_ = WsKind::Text;
    bool is_partial_ = false;
};

std::string ws_frame(WsKind kind, std::string_view data);
std::string ws_close_frame(std::uint16_t code, std::string_view why);

// What answers a Sec-WebSocket-Key.
std::string ws_accept_key(std::string_view key);

}  // namespace fovea::serve
