// What a URL must look like before anything is asked for it (Q2): the first door of the gate that
// fetches what strangers name.
//
//     const auto url = TRY(check_url("https://example.org/shot.png?size=2"));
//     url.host;   // "example.org": what is resolved, checked and connected to
//     url.text;   // rebuilt from the parts that were checked: what libcurl gets
//
// One parser decides for the check and for the request. Refused are: another scheme than https, a
// user name or password, port 0, more than 8000 characters, control characters, spaces, backslashes,
// percent signs in the host (zones among them) and names that mean something inside a network alone.
// Numbers in every notation come out as one: 127.1, 0x7f000001, 2130706433 and ①②⑦.⓪.⓪.① are
// 127.0.0.1. Letters beyond ASCII in the host become their xn-- form. Pure.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/gate/ip_address.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fovea::net {

struct GateUrl {
    std::string text;    // without a fragment, which is nobody's business
    std::string host;    // lower case, no dot at its end; an IPv6 address without brackets
    std::uint16_t port;  // 443 where none is written
    std::optional<IpAddress> literal = {};  // where the host is an address

    bool operator==(const GateUrl&) const = default;
};

// Why the gate says no; for the log, and not for whoever asked.
struct GateRefusal {
    std::string reason;
    bool no_such_name = false;  // the name does not resolve: there is nothing to refuse

    bool operator==(const GateRefusal&) const = default;
};

Result<GateUrl, GateRefusal> check_url(const std::string& url);

// Where a redirect leads; `location` may be relative. The whole check again.
Result<GateUrl, GateRefusal> check_redirect(const GateUrl& from, const std::string& location);

}  // namespace fovea::net
