// Whether an address stays on this machine.
#pragma once

#include <string_view>

struct sockaddr;

namespace fovea::net {

// 127.0.0.0/8, ::1 and 127.0.0.0/8 mapped into IPv6.
bool is_loopback(const sockaddr* address);

// Such an address, with or without brackets, or localhost and the names below it. Other names are
// not, whatever they resolve to: asking for them already leaves the machine.
bool is_loopback_host(std::string_view host);

}  // namespace fovea::net
