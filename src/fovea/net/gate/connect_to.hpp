// Opens a TCP connection to one address, in time.
//
//     const Fd socket = connect_to(address, 443, deadline, wake);
//     if (socket) …                  // connected, does not block
#pragma once

#include "fovea/base/fd.hpp"
#include "fovea/net/gate/ip_address.hpp"

#include <chrono>
#include <cstdint>

namespace fovea::net {

// None when nobody answers by the deadline, or `wake` (a file for poll()) becomes readable.
Fd connect_to(
    const IpAddress& address,
    std::uint16_t port,
    std::chrono::steady_clock::time_point deadline,
    int wake
);

// Waits until `file` is ready for `events` or `wake` is readable. False at the deadline and when woken.
bool wait_for(int file, short events, std::chrono::steady_clock::time_point deadline, int wake);

}  // namespace fovea::net
