#include "fovea/serve/access/principal.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>

namespace fovea::serve {
namespace {

constexpr Scope kGiven[] = {Scope::Sessions, Scope::Gateway, Scope::Mcp, Scope::Admin};

}  // namespace

std::string_view name_of(Scope scope) {
    switch (scope) {
        case Scope::Open: return "open";
        case Scope::Sessions: return "sessions";
        case Scope::Gateway: return "gateway";
        case Scope::Mcp: return "mcp";
        case Scope::Admin: return "admin";
    }
    return "open";
}

Result<std::set<Scope>> scopes_from_text(std::string_view text) {
    std::set<Scope> scopes;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const auto word = trimmed(text.substr(0, end));
        const auto* found = std::ranges::find(kGiven, word, name_of);
        if (found == std::end(kGiven)) {
            return Error{
                ErrorCode::InvalidInput,
                "there is no scope \"" + std::string(word) +
                    "\": there are sessions, gateway, mcp and admin"};
        }
        scopes.insert(*found);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (scopes.empty()) return Error{ErrorCode::InvalidInput, "a token needs at least one scope"};
    return scopes;
}

std::string to_text(const std::set<Scope>& scopes) {
    std::string text;
    for (const auto scope : scopes) {
        text += (text.empty() ? "" : ",") + std::string(name_of(scope));
    }
    return text;
}

}  // namespace fovea::serve
