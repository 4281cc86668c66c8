#include "fovea/net/gate/ip_address.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>

namespace fovea::net {

using Family = IpAddress::Family;

std::string IpAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> out{};
    const int kind = family == Family::V4 ? AF_INET : AF_INET6;
    const char* written = inet_ntop(kind, bytes.data(), out.data(), out.size());
    return written == nullptr ? std::string() : std::string(written);
}

bool Network::contains(const IpAddress& address) const {
    if (address.family != base.family) return false;
    const auto whole = bits / 8;
    if (!std::equal(base.bytes.begin(), base.bytes.begin() + whole, address.bytes.begin())) {
        return false;
    }
    const auto rest = bits % 8;
    if (rest == 0) return true;
    const auto differs = static_cast<unsigned>(base.bytes[whole] ^ address.bytes[whole]);
    return differs >> (8 - rest) == 0;
}

std::optional<IpAddress> parse_address(std::string_view text) {
    const std::string terminated(text);
    if (terminated.find('\0') != std::string::npos) return std::nullopt;
    IpAddress address;
    if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data()) == 1) return address;
    address.family = Family::V6;
    if (inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) return address;
    return std::nullopt;
}

std::optional<IpAddress> address_of(const sockaddr* address) {
    IpAddress found;
    if (address == nullptr) return std::nullopt;
    if (address->sa_family == AF_INET) {
        sockaddr_in v4;
        std::memcpy(&v4, address, sizeof v4);
        std::memcpy(found.bytes.data(), &v4.sin_addr, sizeof v4.sin_addr);
        return found;
    }
    if (address->sa_family == AF_INET6) {
        sockaddr_in6 v6;
        std::memcpy(&v6, address, sizeof v6);
        found.family = Family::V6;
        std::memcpy(found.bytes.data(), &v6.sin6_addr, sizeof v6.sin6_addr);
        return found;
    }
    return std::nullopt;
}

Network network(std::string_view text) {
    const auto slash = text.find('/');
    const auto base = parse_address(text.substr(0, slash));
    unsigned bits = 0;
    const auto number = text.substr(std::min(text.size(), slash) + 1);
    std::from_chars(number.data(), number.data() + number.size(), bits);
    // A table's own mistake must not open a hole.
    if (!base || bits == 0 || bits > (base->family == Family::V4 ? 32U : 128U)) std::abort();
    return {*base, bits};
}

}  // namespace fovea::net
