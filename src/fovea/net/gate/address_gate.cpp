#include "fovea/net/gate/address_gate.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace fovea::net {

AddressGate::AddressGate(const FetchSettings& settings)
    : settings_(settings), policy_(settings.policy) {
    const auto own = own_addresses();
    policy_.refused.insert(policy_.refused.end(), own.begin(), own.end());
}

Result<std::vector<IpAddress>, GateRefusal> AddressGate::addresses_of(
    const GateUrl& place,
    std::chrono::steady_clock::time_point deadline,
    const std::stop_token& stop
) const {
    if (stop.stop_requested()) return GateRefusal{};
    const bool usual = std::ranges::find(settings_.ports, place.port) != settings_.ports.end();
    const auto port = place.host + ": port " + std::to_string(place.port) + " is not allowed";
    if (!usual && policy_.allowed.empty()) return GateRefusal{port};
    std::vector<IpAddress> addresses;
    if (place.literal) {
        addresses = {*place.literal};
    } else {
        const auto now = std::chrono::steady_clock::now();
        const auto until = std::min(deadline, now + settings_.connect_timeout);
        addresses = settings_.resolve(place.host, until, stop);
    }
    if (stop.stop_requested()) return GateRefusal{};
    if (addresses.empty()) return GateRefusal{place.host + " does not resolve", true};
    for (const auto& address : addresses) {
        // One bad address among good ones is how names are bent to lead inside.
        const auto why = refusal_of(address, policy_);
        if (!why.empty()) return GateRefusal{place.host + ": " + why};
        if (!usual && !is_allowed_specially(address, policy_)) return GateRefusal{port};
    }
    return addresses;
}

}  // namespace fovea::net
