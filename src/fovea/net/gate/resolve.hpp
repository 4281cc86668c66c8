// The addresses of a name, asked once and in time.
//
//     const auto addresses = resolve_name("example.org", deadline, stop);
//
// The C library's resolver cannot be stopped: it runs on threads of its own, at most 64, which are left
// behind when the time is over or nobody wants the answer any more. More questions than those wait.
#pragma once

#include "fovea/net/gate/ip_address.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::net {

// Empty: there is no such name, or it was not found in time.
using Resolver = std::function<std::vector<IpAddress>(
    const std::string& host,
    std::chrono::steady_clock::time_point deadline,
    const std::stop_token& stop
)>;

std::vector<IpAddress> resolve_name(
    const std::string& host,
    std::chrono::steady_clock::time_point deadline,
    const std::stop_token& stop
);

// That are asking, or wait for a question.
std::size_t resolving_threads();

// Those of this machine's interfaces.
std::vector<IpAddress> own_addresses();

}  // namespace fovea::net
