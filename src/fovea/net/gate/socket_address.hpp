// Where a socket goes, as the kernel wants it.
#pragma once

#include "fovea/net/gate/ip_address.hpp"

#include <sys/socket.h>

#include <cstdint>
#include <cstring>
#include <netinet/in.h>

namespace fovea::net {

struct SocketAddress {
    sockaddr_storage storage{};
    socklen_t size = 0;

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
};

inline SocketAddress socket_address(const IpAddress& address, std::uint16_t port) {
    SocketAddress made;
    if (address.family == IpAddress::Family::V4) {
        sockaddr_in v4{};
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        std::memcpy(&v4.sin_addr, address.bytes.data(), sizeof v4.sin_addr);
        std::memcpy(&made.storage, &v4, sizeof v4);
        made.size = sizeof v4;
    } else {
        sockaddr_in6 v6{};
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(port);
        std::memcpy(&v6.sin6_addr, address.bytes.data(), sizeof v6.sin6_addr);
        std::memcpy(&made.storage, &v6, sizeof v6);
        made.size = sizeof v6;
    }
    return made;
}

}  // namespace fovea::net
