// An IPv4 or IPv6 address, and a network of them, as numbers: nothing is ever decided on how an
// address was written.
//
//     const auto address = parse_address("169.254.169.254");
//     network("169.254.0.0/16").contains(*address);
//
// 10.0.0.1 and ::ffff:10.0.0.1 are two different addresses here; no form is turned into another.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sockaddr;

namespace fovea::net {

struct IpAddress {
    enum class Family : std::uint8_t { V4, V6 };

    Family family = Family::V4;
    std::array<std::uint8_t, 16> bytes{};  // the first four for V4

    std::string text() const;

    bool operator==(const IpAddress&) const = default;
};

struct Network {
    IpAddress base;
    unsigned bits = 0;

    bool contains(const IpAddress& address) const;
};

// "10.0.0.1" and "2001:db8::1", nothing else: no brackets, no zone, no short or octal forms.
std::optional<IpAddress> parse_address(std::string_view text);

// Of a socket; nothing for other families.
std::optional<IpAddress> address_of(const sockaddr* address);

// "10.0.0.0/8", for tables in code.
Network network(std::string_view text);

}  // namespace fovea::net
