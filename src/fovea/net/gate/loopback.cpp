#include "fovea/net/gate/loopback.hpp"

#include "fovea/base/ascii.hpp"

#include <sys/socket.h>

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <string>

namespace fovea::net {

namespace {

bool is_loopback(const in_addr& address) {
    return ntohl(address.s_addr) >> 24 == 127;
}

bool is_loopback(const in6_addr& address) {
    if (IN6_IS_ADDR_V4MAPPED(&address)) return address.s6_addr[12] == 127;
    return std::memcmp(&address, &in6addr_loopback, sizeof address) == 0;
}

}  // namespace

bool is_loopback(const sockaddr* address) {
    if (address->sa_family == AF_INET) {
        sockaddr_in v4;
        std::memcpy(&v4, address, sizeof v4);
        return is_loopback(v4.sin_addr);
    }
    if (address->sa_family == AF_INET6) {
        sockaddr_in6 v6;
        std::memcpy(&v6, address, sizeof v6);
        return is_loopback(v6.sin6_addr);
    }
    return false;
}

bool is_loopback_host(std::string_view host) {
    if (host.ends_with('.')) host.remove_suffix(1);
    constexpr std::string_view kName = "localhost";
    if (same_word(host, kName)) return true;
    if (host.size() > kName.size()) {
        const auto tail = host.substr(host.size() - kName.size() - 1);
        if (tail.front() == '.' && same_word(tail.substr(1), kName)) return true;
    }
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);

    const std::string text(host);
    in_addr v4{};
    if (inet_pton(AF_INET, text.c_str(), &v4) == 1) return is_loopback(v4);
    in6_addr v6{};
    return inet_pton(AF_INET6, text.c_str(), &v6) == 1 && is_loopback(v6);
}

}  // namespace fovea::net
