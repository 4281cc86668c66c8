// Decides by the head of a request whether it is heard (D1): by whom it is, and whether a browser was talked
// into sending it by a page of somebody else's.
//
// - Host is one of ours: a name that a stranger rebound to this machine is not (421).
// - Origin, where there is one, is one of ours (403); and no other site makes a browser change anything here.
// - A token, by Authorization, x-api-key or our cookie, except for what is open to everybody (401, 403).
//   Who tries many that are none is told to wait (429); those who have one are never kept waiting by them.
#pragma once

#include "fovea/serve/access/tokens.hpp"
#include "fovea/serve/http/route.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fovea::serve {

inline constexpr std::string_view kCookie = "fovea_token";

struct DoorSettings {
    std::vector<std::string> hosts;    // "localhost:7420": as in a Host header, in lower case
    std::vector<std::string> origins;  // "http://localhost:7420"
    std::size_t max_failures = 10;     // of an address in a minute
    std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
};

class Doorkeeper {
public:
    Doorkeeper(TokenBook& tokens, DoorSettings settings)
        : tokens_(tokens), settings_(std::move(settings)) {}

    // `route` is null where there is no such.
    std::variant<Principal, Response> admit(const Request& request, const Route* route);

    // Whose token that is, for who has another way to say it; counts failures the same.
    std::optional<Principal> check(const std::string& secret, const std::string& peer);

private:
    bool is_known_host(const Request& request) const;
    bool is_known_origin(std::string_view origin) const;
    bool is_tired_of(const std::string& peer);
    void note_failure(const std::string& peer);

    TokenBook& tokens_;
    const DoorSettings settings_;

    struct Failures {
        std::size_t count = 0;
        std::chrono::steady_clock::time_point since;
    };
    std::mutex mutex_;                          // guards failures_
    std::map<std::string, Failures> failures_;  // by address
};

// The token that a request brings; empty: none.
std::string token_in(const Request& request);

}  // namespace fovea::serve
