// Who asks, and what they may ask for.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/base/result.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace fovea::serve {

enum class Scope : std::uint8_t {
    Open,  // for everybody, without a token
    Sessions,
    Gateway,
    Mcp,
    Admin,  // everything, of everybody
};

std::string_view name_of(Scope scope);  // "sessions"
// "sessions,mcp". InvalidInput, with those that there are, for another word.
Result<std::set<Scope>> scopes_from_text(std::string_view text);
std::string to_text(const std::set<Scope>& scopes);

// What a token may spend at the gateway; none: what the configuration says of all. 0: as much as it likes.
struct TokenBudget {
    std::optional<double> usd_per_day = {};
    std::optional<std::int64_t> requests_per_minute = {};

    bool operator==(const TokenBudget&) const = default;
};

struct Principal {
    std::string name = {};  // of the token; empty: nobody
    std::set<Scope> scopes = {};
    Sha256 token = {};  // digest of the secret: names are given again, secrets never are
    TokenBudget budget = {};

    bool is_admin() const { return scopes.contains(Scope::Admin); }
    bool may(Scope scope) const {
        return scope == Scope::Open || is_admin() || scopes.contains(scope);
    }
};

}  // namespace fovea::serve
