// What to do about a server that refused a request which was passed on as it came.
//
//     if (may_be_mended(head.status, …)) …            // by its status: then what the server says is read first
//     const auto remedy = remedy_for({…});            // by what it says, in the words of that kind of provider
#pragma once

#include "fovea/gateway/scan/body_scanner.hpp"
#include "fovea/net/http/retry.hpp"
#include "fovea/net/upstream/response_reader.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::gateway {

// The program waits meanwhile, and knows nothing of it: what takes longer it is told instead, with the server's `retry-after`.
inline constexpr net::RetryPolicy kPassedRetries{.longest_hint = std::chrono::seconds(10)};

struct Refused {
    std::string_view kind;  // of provider
    const net::ResponseHead& head;
    std::string_view said;
    const Found& found;
    bool has_other_routes = false;
    int retries = 0;  // so far
    double dice = 0;  // from 0 to 1
};

struct Remedy {
    bool is_turn = false;                                // one could do better with it
    std::optional<std::chrono::milliseconds> wait = {};  // then it is sent again as it is
};

bool may_be_mended(int status, const Found& found);

// Neither: the program is told.
Remedy remedy_for(const Refused& refused);

}  // namespace fovea::gateway
