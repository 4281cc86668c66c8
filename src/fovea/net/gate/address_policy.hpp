// Which addresses of the internet may be fetched from: public ones, and no others (Q2).
//
//     const auto why = refusal_of(address, policy);   // empty: it may be asked
//
// IPv4 is allowed but for the table of special ranges; IPv6 is refused but for global unicast, less
// the special ranges in there. Whatever carries an IPv4 address inside an IPv6 one (mapped,
// compatible, NAT64, 6to4, Teredo, ISATAP) is refused as a whole, so nothing hides in it.
//
// Pure: knows no socket, no resolver, no setting.
#pragma once

#include "fovea/net/gate/ip_address.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::net {

struct AddressPolicy {
    std::vector<Network> allowed = {};    // before every other rule; for tests on loopback
    std::vector<IpAddress> refused = {};  // this machine's own, which may be public
};

// Why not, in a few words for the log.
std::string refusal_of(const IpAddress& address, const AddressPolicy& policy);

bool is_allowed_specially(const IpAddress& address, const AddressPolicy& policy);

// Names that mean something inside a network alone: "localhost", "metadata", "nas.local", any name
// without a dot. Refused before anybody is asked for them; what others resolve to is looked at
// anyway. `host` is in lower case and without a dot at its end.
bool is_inside_name(std::string_view host);

}  // namespace fovea::net
