// The gate's own judgement (Q2), for whoever opens connections to places that strangers name: each hop
// of a fetch (fetch.hpp) and each connection of a browser (gate_proxy.hpp).
//
//     const AddressGate gate(settings);
//     const auto addresses = TRY(gate.addresses_of(TRY(check_url(url)), deadline, stop));
//
// Only these addresses may be connected to, and by number: the name was resolved once, and is not asked
// for again.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/net/gate/address_policy.hpp"
#include "fovea/net/gate/url_rules.hpp"
#include "fovea/net/http/fetch_settings.hpp"

#include <chrono>
#include <stop_token>
#include <vector>

namespace fovea::net {

class AddressGate {
public:
    // Borrows the settings. This machine's own addresses are those of now.
    explicit AddressGate(const FetchSettings& settings);

    // All of the place's addresses, when every one of them may be asked. Whether `stop` was asked for is
    // the caller's to look at: the reason is then empty.
    Result<std::vector<IpAddress>, GateRefusal> addresses_of(
        const GateUrl& place,
        std::chrono::steady_clock::time_point deadline,
        const std::stop_token& stop
    ) const;

    const AddressPolicy& policy() const { return policy_; }

private:
    const FetchSettings& settings_;
    AddressPolicy policy_;
};

}  // namespace fovea::net
