#include "fovea/serve/events/websocket.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

using testing::ElementsAre;

// As a client writes it.
std::string masked(unsigned first, std::string_view data) {
    std::string frame(1, static_cast<char>(first));
    if (data.size() < 126) {
        frame += static_cast<char>(0x80u | data.size());
    } else if (data.size() < 65536) {
        frame += static_cast<char>(0x80u | 126u);
        frame += static_cast<char>(data.size() >> 8);
        frame += static_cast<char>(data.size());
    } else {
        frame += static_cast<char>(0x80u | 127u);
        for (int i = 7; i >= 0; --i) frame += static_cast<char>(data.size() >> (8 * i));
    }
    const char mask[] = {'\x12', '\x34', '\x56', '\x78'};
    frame.append(mask, 4);
    for (std::size_t i = 0; i < data.size(); ++i) frame += static_cast<char>(data[i] ^ mask[i % 4]);
    return frame;
}

TEST(WebSocket, ReadsMessagesInPiecesOfAnySize) {  // D3
    const auto bytes = masked(0x01, "hel") + masked(0x89, "ping") + masked(0x80, "lo") +
                       masked(0x82, std::string(300, '\xff')) + masked(0x88, "\x03\xe8");
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        WebSocketReader reader(1000);
        std::vector<WsMessage> all;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            for (auto& each : reader.feed(std::string_view(bytes).substr(at, piece)).value()) {
                all.push_back(std::move(each));
            }
        }
        ASSERT_THAT(
            all,
            ElementsAre(
                WsMessage{WsKind::Ping, "ping"},
                WsMessage{WsKind::Text, "hello"},
                WsMessage{WsKind::Binary, std::string(300, '\xff')},
                WsMessage{WsKind::Close, "\x03\xe8"}
            )
        ) << piece;
    }
}

TEST(WebSocket, RefusesWhatBreaksTheRfc) {  // D3
    const auto code = [](const std::string& bytes) {
        const auto read = WebSocketReader(1000).feed(bytes);
        return read.ok() ? 0 : int{read.error().code};
    };
    EXPECT_EQ(code(ws_frame(WsKind::Text, "unmasked")), 1002);
    EXPECT_EQ(code(masked(0xc1, "reserved bit")), 1002);
    EXPECT_EQ(code(masked(0x83, "unknown opcode")), 1002);
    EXPECT_EQ(code(masked(0x80, "goes on from nothing")), 1002);
    EXPECT_EQ(code(masked(0x01, "a") + masked(0x81, "b")), 1002);
    EXPECT_EQ(code(masked(0x09, "a ping in pieces")), 1002);
    EXPECT_EQ(code(masked(0x89, std::string(126, 'x'))), 1002);
    EXPECT_EQ(code(masked(0x81, "\xff\xfe")), 1007);
    EXPECT_EQ(code(masked(0x81, std::string(1001, 'x'))), 1009);
    EXPECT_EQ(
        code(masked(0x01, std::string(600, 'x')) + masked(0x80, std::string(600, 'x'))), 1009
    );
    EXPECT_EQ(code(std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)), 1009);
    EXPECT_EQ(code(masked(0x81, std::string(70'000, 'x'))), 1009);
    // With the piece before it, this length would be none at all.
    EXPECT_EQ(
        code(masked(0x01, "a") + std::string("\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10)), 1009
    );
}

TEST(WebSocket, RefusesAnEndThatIsNone) {  // D3
    const auto code = [](const std::string& reason) {
        const auto read = WebSocketReader(1000).feed(masked(0x88, reason));
        return read.ok() ? 0 : int{read.error().code};
    };
    const auto status = [](unsigned number) {
        return std::string{static_cast<char>(number >> 8), static_cast<char>(number & 0xff)};
    };
    EXPECT_EQ(code(""), 0);
    EXPECT_EQ(code(status(1000) + "bye"), 0);
    EXPECT_EQ(code(status(4999)), 0);
    EXPECT_EQ(code("x"), 1002);
    for (const auto number : {0u, 999u, 1004u, 1005u, 1006u, 1015u, 2999u, 5000u}) {
        EXPECT_EQ(code(status(number)), 1002) << number;
    }
    EXPECT_EQ(code(status(1000) + "\xff"), 1007);
}

TEST(WebSocket, AnswersTheKeyOfTheRfcsExample) {
    EXPECT_EQ(ws_accept_key("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

}  // namespace
}  // namespace fovea::serve
