#include "fovea/serve/events/websocket.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/bytes.hpp"
#include "fovea/base/utf8.hpp"

#include <openssl/sha.h>

#include <array>
#include <utility>

namespace fovea::serve {
namespace {

constexpr unsigned kContinuation = 0;
constexpr std::size_t kMaxControl = 125;

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto length = utf8_character_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

WsError broken(std::string why) {
    return {1002, std::move(why)};
}

// Nothing, or a status that may be sent and a reason.
Result<void, WsError> check_end(std::string_view data) {
    if (data.empty()) return {};
    if (data.size() < 2) return broken("a status has two bytes");
    const auto status = static_cast<unsigned>(static_cast<unsigned char>(data[0])) << 8 |
                        static_cast<unsigned char>(data[1]);
    const bool is_of_the_rfc = status >= 1000 && status <= 1014 && (status < 1004 || status > 1006);
    if (!is_of_the_rfc && (status < 3000 || status > 4999)) return broken("a status is none");
    if (!is_utf8(data.substr(2))) return WsError{1007, "a reason is not UTF-8"};
    return {};
}

}  // namespace

Result<std::vector<WsMessage>, WsError> WebSocketReader::feed(std::string_view bytes) {
    pending_.append(bytes);
    std::vector<WsMessage> messages;
    rest_ = pending_;
    while (TRY(read_frame(messages))) {
    }
    // Once for all of them: many small frames would otherwise move the same bytes again and again.
    pending_.erase(0, pending_.size() - rest_.size());
    return messages;
}

Result<bool, WsError> WebSocketReader::read_frame(std::vector<WsMessage>& messages) {
    const auto byte = [this](std::size_t at) { return static_cast<unsigned char>(rest_[at]); };
    if (rest_.size() < 2) return false;
    const unsigned opcode = byte(0) & 0x0fu;
    const bool is_last = (byte(0) & 0x80u) != 0;
    if ((byte(0) & 0x70u) != 0) return broken("a reserved bit is set");
    if ((byte(1) & 0x80u) == 0) return broken("a client masks its frames");
    std::uint64_t size = byte(1) & 0x7fu;
    std::size_t at = 2;
    const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (rest_.size() < at + more) return false;
    if (more > 0) {
        size = 0;
        for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte(at++);
    }
    const bool is_control = opcode >= 8;
    if (is_control && (size > kMaxControl || !is_last))
        return broken("a control frame is too long");
    // A length may be any number: what is added to it might begin at nothing again.
    if (!is_control && size > max_message_ - partial_.size()) {
        return WsError{1009, "a message is too large"};
    }
    if (rest_.size() < at + 4) return false;
    const std::array<unsigned char, 4> mask{byte(at), byte(at + 1), byte(at + 2), byte(at + 3)};
    at += mask.size();
    if (rest_.size() - at < size) return false;
    std::string data(rest_.substr(at, static_cast<std::size_t>(size)));
    rest_.remove_prefix(at + data.size());
    for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = static_cast<char>(static_cast<unsigned char>(data[i]) ^ mask[i % 4]);
    }
    TRY(take(is_last, opcode, std::move(data), messages));
    return true;
}

Result<void, WsError> WebSocketReader::take(
    bool is_last, unsigned opcode, std::string data, std::vector<WsMessage>& messages
) {
    if (opcode == 8) TRY(check_end(data));
    if (opcode == 8 || opcode == 9 || opcode == 10) {
        messages.push_back({static_cast<WsKind>(opcode), std::move(data)});
        return {};
    }
    if (opcode == kContinuation) {
        if (!is_partial_) return broken("a message goes on that never began");
        partial_ += data;
    } else if (opcode == 1 || opcode == 2) {
        if (is_partial_) return broken("a message begins inside another one");
        is_partial_ = true;
        partial_kind_ = static_cast<WsKind>(opcode);
        partial_ = std::move(data);
    } else {
        return broken("a frame has an unknown opcode");
    }
    if (!is_last) return {};
    is_partial_ = false;
    auto whole = std::exchange(partial_, {});
    if (partial_kind_ == WsKind::Text && !is_utf8(whole))
        return WsError{1007, "a text is not UTF-8"};
    messages.push_back({partial_kind_, std::move(whole)});
    return {};
}

std::string ws_frame(WsKind kind, std::string_view data) {
    std::string frame;
    frame.reserve(data.size() + 10);
    frame += static_cast<char>(0x80u | static_cast<unsigned>(kind));
    const auto big_endian = [&](std::size_t bytes) {
        for (std::size_t i = bytes; i-- > 0;) frame += static_cast<char>(data.size() >> (8 * i));
    };
    if (data.size() < 126) {
        frame += static_cast<char>(data.size());
    } else if (data.size() < 65536) {
        frame += static_cast<char>(126);
        big_endian(2);
    } else {
        frame += static_cast<char>(127);
        big_endian(8);
    }
    return frame.append(data);
}

std::string ws_close_frame(std::uint16_t code, std::string_view why) {
    std::string data{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
    return ws_frame(WsKind::Close, data.append(why.substr(0, kMaxControl - 2)));
}

std::string ws_accept_key(std::string_view key) {
    const auto text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
    ::SHA1(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
    std::string accept(base64_size(digest.size()), '\0');
    encode_base64(std::as_bytes(std::span(digest)), accept).value();
    return accept;
}

}  // namespace fovea::serve
