#include "fovea/sandbox/packet_socket.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <type_traits>
#include <utility>

namespace fovea::sandbox {

namespace {

static_assert(std::is_trivially_copyable_v<PacketHeader> && sizeof(PacketHeader) == 24);
static_assert(std::is_trivially_copyable_v<StartBody> && sizeof(StartBody) == 32);
static_assert(std::is_trivially_copyable_v<HelloBody> && sizeof(HelloBody) == 8);

constexpr std::size_t kMaxPacket = sizeof(PacketHeader) + kMaxBody;

}  // namespace

PacketSocket::PacketSocket(Fd socket)
    : socket_(std::move(socket)),
      outgoing_(std::make_unique_for_overwrite<std::byte[]>(kMaxPacket)),
      incoming_(std::make_unique_for_overwrite<std::byte[]>(kMaxPacket)) {}

bool PacketSocket::send(const PacketHeader& header, ByteView body) {
    if (body.size() > kMaxBody) return false;
    // One buffer and send() instead of two and sendmsg(): the worker's filter then need not allow
    // sendmsg(), which can also pass file descriptors.
    std::memcpy(outgoing_.get(), &header, sizeof header);
    std::copy(body.begin(), body.end(), outgoing_.get() + sizeof header);
    const std::size_t size = sizeof header + body.size();

    ssize_t sent = -1;
    do {
        sent = ::send(socket_.number(), outgoing_.get(), size, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(size);
}

Result<Packet, ReceiveError> PacketSocket::receive() {
    ssize_t length = -1;
    do {
        // MSG_TRUNC: the length the packet really had, so that one too long is noticed.
        length = ::recv(socket_.number(), incoming_.get(), kMaxPacket, MSG_TRUNC);
    } while (length < 0 && errno == EINTR);
    if (length < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return ReceiveError::Nothing;
    if (length <= 0) return ReceiveError::Closed;

    const auto size = static_cast<std::size_t>(length);
    Packet packet;
    if (size < sizeof packet.header || size > kMaxPacket) return ReceiveError::Garbled;
    std::memcpy(&packet.header, incoming_.get(), sizeof packet.header);
    if (packet.header.magic != PacketHeader::kMagic) return ReceiveError::Garbled;
    packet.body = ByteView(incoming_.get() + sizeof packet.header, size - sizeof packet.header);
    return packet;
}

}  // namespace fovea::sandbox
