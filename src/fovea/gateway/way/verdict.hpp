// Whether a request may go on as it is, as far as it came: its server sees, takes so many pictures, and takes each of them
// as it is. Pure but for the question about refused pictures.
#pragma once

#include "fovea/delivery/target.hpp"
#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/gateway/way/held_body.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace fovea::gateway {

struct Evidence {
    const Found& found;
    const delivery::Target& target;
    const HeldBody& body;
    std::size_t& files_judged;  // of found.files, so that each is looked at once
    std::function<bool(const HeldBase64&)> may_be_refused = {};
    bool describes_always = false;
    bool ages = false;  // old pictures of programs get smaller
};

// Why it may not; empty: so far it may.
std::string why_not(const Evidence& evidence);

}  // namespace fovea::gateway
