// Whether a turn could do better with a request that its server refused.
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <string>
#include <string_view>

namespace fovea::gateway {

// By its status alone: then what the server says is read before anything is passed on.
bool may_be_healed(int status, const Found& found, bool has_other_routes);

// By what it says, in the words of that kind of provider.
bool is_healable(
    std::string_view kind,
    const net::ResponseHead& head,
    const std::string& said,
    bool has_other_routes
);

}  // namespace fovea::gateway
