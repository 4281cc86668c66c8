#include "fovea/sandbox/packet_socket.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cstring>
#include <vector>

namespace fovea::sandbox {

namespace {

struct Ends {
    Ends() {
        int ends[2] = {-1, -1};
        EXPECT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, ends), 0);
        left = PacketSocket(Fd(ends[0]));
        right = PacketSocket(Fd(ends[1]));
    }
    void send_raw(const void* bytes, std::size_t size) const {
        ASSERT_EQ(::send(left.fd().number(), bytes, size, 0), static_cast<ssize_t>(size));
    }
    PacketSocket left;
    PacketSocket right;
};

TEST(PacketSocket, CarriesHeaderAndBody) {
    Ends ends;

    ASSERT_TRUE(
        ends.left.send({.kind = PacketKind::Job, .job = 3, .arena_bytes = 5}, as_bytes("hi"))
    );
    const auto packet = ends.right.receive().value();

    EXPECT_EQ(packet.header.kind, PacketKind::Job);
    EXPECT_EQ(packet.header.job, 3U);
    EXPECT_EQ(packet.header.arena_bytes, 5U);
    EXPECT_EQ(as_text(packet.body), "hi");
}

TEST(PacketSocket, CarriesTheLargestBodyAndNoLarger) {
    Ends ends;
    const Bytes largest(kMaxBody, std::byte{1});
    const Bytes larger(kMaxBody + 1);

    EXPECT_TRUE(ends.left.send({.kind = PacketKind::Done}, largest));
    EXPECT_FALSE(ends.left.send({.kind = PacketKind::Done}, larger));
    EXPECT_EQ(ends.right.receive().value().body.size(), kMaxBody);
}

TEST(PacketSocket, CallsPacketsGarbledThatAreTooShortTooLongOrNotOurs) {
    Ends ends;
    const PacketHeader stranger{.magic = 7, .kind = PacketKind::Done};
    std::vector<std::byte> too_long(sizeof(PacketHeader) + kMaxBody + 1);
    const PacketHeader header{.kind = PacketKind::Done};
    std::memcpy(too_long.data(), &header, sizeof header);

    ends.send_raw(&header, sizeof header - 1);
    EXPECT_EQ(ends.right.receive().error(), ReceiveError::Garbled);
    ends.send_raw(&stranger, sizeof stranger);
    EXPECT_EQ(ends.right.receive().error(), ReceiveError::Garbled);
    ends.send_raw(too_long.data(), too_long.size());
    EXPECT_EQ(ends.right.receive().error(), ReceiveError::Garbled);
}

TEST(PacketSocket, TellsAnEmptySocketFromAClosedOne) {
    Ends ends;

    EXPECT_EQ(ends.right.receive().error(), ReceiveError::Nothing);
    ends.left = PacketSocket();
    EXPECT_EQ(ends.right.receive().error(), ReceiveError::Closed);
    EXPECT_FALSE(ends.right.send({.kind = PacketKind::Job}, {}));
}

TEST(PacketSocket, DropsDescriptorsThatComeAlong) {  // M11
    Ends ends;
    const PacketHeader header{.kind = PacketKind::Done};
    const int first_free = ::dup(0);
    ::close(first_free);
    iovec part{.iov_base = const_cast<PacketHeader*>(&header), .iov_len = sizeof header};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    ASSERT_EQ(::sendmsg(ends.left.fd().number(), &message, 0), ssize_t{sizeof header});

    EXPECT_TRUE(ends.right.receive().ok());
    const Fd next(::dup(0));
    EXPECT_EQ(next.number(), first_free);
}

}  // namespace

}  // namespace fovea::sandbox
