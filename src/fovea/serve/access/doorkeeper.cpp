#include "fovea/serve/access/doorkeeper.hpp"

#include "fovea/base/ascii.hpp"

#include <algorithm>

namespace fovea::serve {
namespace {

constexpr std::chrono::minutes kMemory{1};
constexpr std::size_t kMaxAddresses = 4096;

bool changes_something(const Request& request) {
    return request.method != "GET" && request.method != "HEAD" && request.method != "OPTIONS";
}

std::optional<std::string> cookie_in(std::string_view cookies) {
    while (!cookies.empty()) {
        const auto end = std::min(cookies.find(';'), cookies.size());
        const auto pair = trimmed(cookies.substr(0, end));
        const auto equals = std::min(pair.find('='), pair.size());
        if (pair.substr(0, equals) == kCookie && equals < pair.size()) {
            return std::string(pair.substr(equals + 1));
        }
        cookies.remove_prefix(std::min(end + 1, cookies.size()));
    }
    return std::nullopt;
}

Response unauthorized(bool was_given) {
    auto response = problem(
        401,
        ErrorCode::InvalidInput,
        was_given
            ? "the token is not known here, or it has expired"
            : "a token is needed: Authorization: Bearer …, x-api-key, x-fovea-token or the cookie"
    );
    response.headers.emplace_back(
        "www-authenticate",
        was_given ? "Bearer realm=\"fovea\", error=\"invalid_token\"" : "Bearer realm=\"fovea\""
    );
    return response;
}

Response refused(int status, std::string_view why) {
    return problem(status, ErrorCode::InvalidInput, why);
}

}  // namespace

std::string token_in(const Request& request) {
    constexpr std::string_view kBearer = "bearer ";
    // Beside a key that is for somebody else (gateway.forward_keys).
    if (const auto given = request.header("x-fovea-token")) return std::string(trimmed(*given));
    // Of two it would not be certain whom a proxy in front believed.
    const auto authorizations = std::ranges::count_if(request.headers, [](const auto& header) {
        return same_word(header.first, "authorization");
    });
    if (authorizations > 1) return "(two)";
    if (const auto given = request.header("authorization")) {
        if (given->size() > kBearer.size() &&
            same_word(given->substr(0, kBearer.size()), kBearer)) {
            return std::string(trimmed(given->substr(kBearer.size())));
        }
    }
    if (const auto given = request.header("x-api-key")) return std::string(trimmed(*given));
    if (const auto cookies = request.header("cookie")) return cookie_in(*cookies).value_or("");
    return {};
}

std::variant<Principal, Response> Doorkeeper::admit(const Request& request, const Route* route) {
    if (!is_known_host(request)) {
        return refused(421, "this server does not answer for that Host (serve.hosts)");
    }
    const auto origin = request.header("origin");
    const bool is_for_all = route != nullptr && route->pages == Pages::Anybodys;
    if (origin && !is_for_all && !is_known_origin(*origin)) {
        return refused(403, "pages of that origin may not ask here (serve.origins)");
    }
    if (request.header("sec-fetch-site") == "cross-site" && !is_for_all &&
        changes_something(request) && !origin) {
        return refused(403, "another site's page may not change anything here");
    }
    if (route == nullptr) return Principal{};
    const auto secret = token_in(request);
    if (route->scope == Scope::Open) {
        // A log knows who it was, where somebody says so.
        return secret.empty() ? Principal{} : tokens_.find(secret).value_or(Principal{});
    }
    if (secret.empty()) return unauthorized(false);
    auto who = check(secret, request.peer);
    if (!who && is_tired_of(request.peer)) {
        auto response = refused(429, "too many tokens that are none: wait a minute");
        response.headers.emplace_back("retry-after", "60");
        return response;
    }
    if (!who) return unauthorized(true);
    if (!who->may(route->scope)) {
        return refused(
            403,
            "this token's scope is " + to_text(who->scopes) + ", and this needs " +
                std::string(name_of(route->scope))
        );
    }
    return std::move(*who);
}

std::optional<Principal> Doorkeeper::check(const std::string& secret, const std::string& peer) {
    auto who = tokens_.find(secret);
    if (!who) note_failure(peer);
    return who;
}

bool Doorkeeper::is_known_host(const Request& request) const {
    const auto host = lowered(request.header("host").value_or(""));
    return std::ranges::find(settings_.hosts, host) != settings_.hosts.end();
}

bool Doorkeeper::is_known_origin(std::string_view origin) const {
    return std::ranges::find(settings_.origins, lowered(origin)) != settings_.origins.end();
}

bool Doorkeeper::is_tired_of(const std::string& peer) {
    const std::scoped_lock lock(mutex_);
    const auto found = failures_.find(peer);
    return found != failures_.end() && found->second.count > settings_.max_failures &&
           settings_.now() - found->second.since < kMemory;
}

void Doorkeeper::note_failure(const std::string& peer) {
    const std::scoped_lock lock(mutex_);
    const auto now = settings_.now();
    if (failures_.size() >= kMaxAddresses) {
        std::erase_if(failures_, [&](const auto& each) {
            return now - each.second.since >= kMemory;
        });
        if (failures_.size() >= kMaxAddresses) failures_.clear();
    }
    auto& failures = failures_[peer];
    if (failures.count == 0 || now - failures.since >= kMemory) failures = {0, now};
    ++failures.count;
}

}  // namespace fovea::serve
