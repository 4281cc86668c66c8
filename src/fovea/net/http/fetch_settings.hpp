// What the gate of fetch.hpp lets through, and for how long.
#pragma once

#include "fovea/net/gate/address_policy.hpp"
#include "fovea/net/gate/resolve.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fovea::net {

struct FetchSettings {
    AddressPolicy policy = {};
    // Where `policy.allowed` lets an address in, any port goes.
    std::vector<std::uint16_t> ports = {443};
    std::string off = {};  // why nothing is fetched at all; empty: URLs are
    std::chrono::milliseconds connect_timeout{5'000};
    std::chrono::milliseconds total_timeout{30'000};  // all hops together
    std::uint32_t min_bytes_per_second = 1024;
    std::string ca_file = {};  // as in HttpSettings
    Resolver resolve = resolve_name;
    // Refusals with their reasons: host and address, never path or query.
    std::function<void(const std::string& line)> log = {};
};

}  // namespace fovea::net
