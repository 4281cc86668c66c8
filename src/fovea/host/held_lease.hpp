// The right to go on with a session, waited for: turns of several processes come one after the other.
//
//     const auto lease = TRY(wait_for_lease(sessions, id, {.patience = 30s}, stop));
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/sessions.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace fovea::host {

struct Patience {
    std::chrono::milliseconds longest{std::chrono::seconds(30)};
    // Told once where it takes a while.
    std::function<void(const std::string&)> tell = {};
};

// StoreError, with who has it, when the time is over; Cancelled when it was stopped.
Result<std::unique_ptr<store::Lease>> wait_for_lease(
    store::SessionStore& sessions,
    const std::string& id,
    const Patience& patience,
    const std::stop_token& stop
);

}  // namespace fovea::host
