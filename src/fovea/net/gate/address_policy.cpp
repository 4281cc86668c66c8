#include "fovea/net/gate/address_policy.hpp"

#include <algorithm>
#include <array>

namespace fovea::net {

namespace {

struct Row {
    std::string_view range;
    std::string_view why;
};

// The registries of special-purpose addresses (RFC 6890 and what was added since), and what clouds
// made of public ones.
constexpr Row kSpecialV4[] = {
    {"0.0.0.0/8", "this network"},
    {"10.0.0.0/8", "private"},
    {"100.64.0.0/10", "shared by a carrier, and metadata of a cloud"},
    {"127.0.0.0/8", "loopback"},
    {"169.254.0.0/16", "link-local, and metadata of clouds"},
    {"172.16.0.0/12", "private"},
    {"192.0.0.0/24", "of protocols, and metadata of a cloud"},
    {"192.0.2.0/24", "documentation"},
    {"192.31.196.0/24", "AS112"},
    {"192.52.193.0/24", "AMT"},
    {"192.88.99.0/24", "6to4 relay"},
    {"192.168.0.0/16", "private"},
    {"192.175.48.0/24", "AS112"},
    {"198.18.0.0/15", "benchmarking"},
    {"198.51.100.0/24", "documentation"},
    {"203.0.113.0/24", "documentation"},
    {"224.0.0.0/4", "multicast"},
    {"240.0.0.0/4", "reserved, or broadcast"},
    {"168.63.129.16/32", "the host of a cloud"},
};

constexpr std::string_view kGlobalV6 = "2000::/3";

constexpr Row kSpecialV6[] = {
    {"2001::/23", "of protocols: Teredo, benchmarking, ORCHID"},
    {"2001:db8::/32", "documentation"},
    {"2002::/16", "6to4"},
    {"2620:4f:8000::/48", "AS112"},
    {"3fff::/20", "documentation"},
};

struct Special {
    Network range;
    std::string_view why;
};

template <std::size_t N>
std::vector<Special> parsed(const Row (&rows)[N]) {
    std::vector<Special> all;
    for (const auto& row : rows) all.push_back({network(row.range), row.why});
    return all;
}

std::string_view found_in(const std::vector<Special>& table, const IpAddress& address) {
    for (const auto& special : table) {
        if (special.range.contains(address)) return special.why;
    }
    return {};
}

// RFC 5214, 6.1: an interface identifier of 0000:5efe or 0200:5efe and an IPv4 address, behind any
// prefix.
bool is_isatap(const IpAddress& address) {
    const auto& b = address.bytes;
    return (b[8] & ~0x02U) == 0 && b[9] == 0 && b[10] == 0x5E && b[11] == 0xFE;
}

std::string_view special_v6(const IpAddress& address) {
    static const auto global = network(kGlobalV6);
    static const auto table = parsed(kSpecialV6);
    if (!global.contains(address)) return "not a global IPv6 address";
    if (is_isatap(address)) return "ISATAP";
    return found_in(table, address);
}

std::string_view special_v4(const IpAddress& address) {
    static const auto table = parsed(kSpecialV4);
    return found_in(table, address);
}

}  // namespace

bool is_allowed_specially(const IpAddress& address, const AddressPolicy& policy) {
    return std::ranges::any_of(policy.allowed, [&](const Network& range) {
        return range.contains(address);
    });
}

std::string refusal_of(const IpAddress& address, const AddressPolicy& policy) {
    if (is_allowed_specially(address, policy)) return {};
    const auto special =
        address.family == IpAddress::Family::V4 ? special_v4(address) : special_v6(address);
    if (!special.empty()) return address.text() + " is " + std::string(special);
    if (std::ranges::find(policy.refused, address) != policy.refused.end()) {
        return address.text() + " is this machine's own";
    }
    return {};
}

bool is_inside_name(std::string_view host) {
    // Single words ("localhost", "metadata", "printer") are found by the rule of the dot.
    constexpr std::array<std::string_view, 10> kInside = {
        "localhost",
        "local",
        "internal",
        "intranet",
        "home.arpa",
        "lan",
        "localdomain",
        "corp",
        "home",
        "private"};
    if (host.find('.') == std::string_view::npos) return true;
    return std::ranges::any_of(
               kInside,
               [&](std::string_view name) {
                   return host.size() > name.size() && host.ends_with(name) &&
                          host[host.size() - name.size() - 1] == '.';
               }
           ) ||
           host == "home.arpa";
}

}  // namespace fovea::net
