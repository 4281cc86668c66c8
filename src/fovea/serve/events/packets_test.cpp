#include "fovea/serve/events/engine_packet.hpp"
#include "fovea/serve/events/socket_packet.hpp"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fovea::serve {
namespace {

using testing::ElementsAre;

TEST(EnginePackets, AreReadAndWritten) {  // D3
    const auto packets = read_payload(
                             "4hello\x1e"
                             "2\x1e"
                             "bAQIDBA=="
    )
                             .value();

    EXPECT_THAT(
        packets,
        ElementsAre(
            EnginePacket{PacketType::Message, "hello"},
            EnginePacket{PacketType::Ping, ""},
            EnginePacket{PacketType::Message, "\x01\x02\x03\x04", true}
        )
    );
    EXPECT_EQ(
        join_payload({write_packet(packets[0]), write_packet(packets[2])}),
        "4hello\x1e"
        "bAQIDBA=="
    );
    for (const auto* const bad :
         {"",
          "7",
          "x",
          "4a\x1e",
          "\x1e"
          "4a",
          "b$"}) {
        EXPECT_FALSE(read_payload(bad).ok()) << bad;
    }
}

TEST(EnginePackets, ThatGoOutTogetherAreOneTextUnlessTheyAreLarge) {  // D3
    const auto small = [](const std::string& words) {
        return write_packet({PacketType::Message, words});
    };
    const auto large = small(std::string(300'000, 'x'));
    const std::vector<PacketRef> packets{small("a"), small("b"), large, small("c")};

    const auto row = row_of(packets);
    const auto alone = row_of({packets[0]});

    ASSERT_EQ(row->frames.size(), 3u);
    EXPECT_EQ(*row->frames[0], packets[0]->frame + packets[1]->frame);
    EXPECT_EQ(row->frames[1].get(), &large->frame);
    EXPECT_EQ(*row->frames[2], packets[3]->frame);
    EXPECT_EQ(row->packets, packets);
    EXPECT_EQ(alone->frames[0].get(), &packets[0]->frame);
}

TEST(SocketPackets, AreReadByTheirGrammar) {  // D3
    const auto join = read_socket_packet(R"(2/events,7["join",{"session_id":"s1"}])").value();
    EXPECT_EQ(join.type, SocketType::Event);
    EXPECT_EQ(join.space, "/events");
    EXPECT_EQ(join.ack, 7u);
    EXPECT_EQ(join.data.at(1).at("session_id"), "s1");
    EXPECT_EQ(read_socket_packet("0/random").value().space, "/random");
    EXPECT_EQ(read_socket_packet("0").value().space, "/");
    EXPECT_EQ(
        read_socket_packet(R"(51-["b",{"_placeholder":true,"num":0}])").value().attachments, 1u
    );
    EXPECT_EQ(read_socket_packet("312[]").value().ack, 12u);
    EXPECT_EQ(
        write_socket_packet(read_socket_packet(R"(0/events,{"sid":"x"})").value()),
        R"(0/events,{"sid":"x"})"
    );
    EXPECT_EQ(write_socket_event("/events", "a", "{}"), R"(2/events,["a",{}])");
}

TEST(SocketPackets, WhatIsNoneEndsTheConnection) {  // D3
    for (const auto* const bad :
         {"",
          "7",
          "2",
          "2{}",
          "2[]",
          "2abc[\"x\"]",
          "2[\"connect\"]",
          "2[{}]",
          "3[]",
          "31{}",
          "4",
          "5[\"x\"]",
          "5-[\"x\"]",
          "50-[\"x\"]",
          "511-[\"x\"]",
          "5x-[\"x\"]",
          "0[]",
          "1{}",
          "2[\"x\"",
          "299999999999999999999[\"x\"]"}) {
        EXPECT_FALSE(read_socket_packet(bad).ok()) << bad;
    }
}

}  // namespace
}  // namespace fovea::serve
