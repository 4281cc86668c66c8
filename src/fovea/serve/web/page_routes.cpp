#include "fovea/serve/web/page_routes.hpp"

#include "fovea/serve/access/doorkeeper.hpp"
#include "fovea/serve/http/compress.hpp"
#include "fovea/serve/http/long_answer.hpp"
#include "fovea/serve/http/stored_bytes.hpp"
#include "fovea/serve/web/web_files.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace fovea::serve {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; connect-src 'self'; manifest-src 'self'; form-action 'none'; "
    "frame-ancestors 'none'; base-uri 'none'";

struct Coded {
    std::string_view coding;  // empty: as it is
    std::string_view bytes;
};

Coded choose_coding(const WebFile& file, const Request& request) {
    const auto accepted = request.header("accept-encoding").value_or("");
    if (!file.brotli.empty() && accepts_coding(accepted, "br")) return {"br", file.brotli};
    if (!file.gzip.empty() && accepts_coding(accepted, "gzip")) return {"gzip", file.gzip};
    return {"", file.bytes};
}

// Names of assets hold the hash of what is in them; whatever else may be another one tomorrow.
bool is_for_ever(const WebFile& file) {
    return file.path.starts_with("/assets/");
}

// One text for all who ask, made when the first of them does.
std::shared_ptr<const std::string> text_of(std::string_view bytes) {
    static std::mutex mutex;
    static std::map<const char*, std::shared_ptr<const std::string>> made;
    const std::scoped_lock lock(mutex);
    auto& text = made[bytes.data()];
    if (!text) text = std::make_shared<const std::string>(bytes);
    return text;
}

Response give(const WebFile& file, const Request& request) {
    const auto chosen = choose_coding(file, request);
    auto etag = std::string(file.etag);
    if (!chosen.coding.empty()) etag += "-" + std::string(chosen.coding);
    Response response{
        .headers = {
            {"etag", "\"" + etag + "\""},
            {"vary", "accept-encoding"},
            {"cache-control",
             is_for_ever(file) ? "public, max-age=31536000, immutable" : "no-cache"},
            {"cross-origin-resource-policy", "same-origin"}}};
    const auto add = [&](std::string_view name, std::string_view value) {
        response.headers.emplace_back(name, value);
    };
    if (file.mime == "text/html") {
        add("content-security-policy", kPolicy);
        add("cross-origin-opener-policy", "same-origin");
        add("referrer-policy", "no-referrer");
        add("permissions-policy", "camera=(self), display-capture=(self), geolocation=()");
    }
    const auto known = request.header("if-none-match");
    if (known && names_etag(*known, etag)) {
        response.status = 304;
        return response;
    }
    const bool is_text = file.mime.starts_with("text/");
    add("content-type", std::string(file.mime) + (is_text ? "; charset=utf-8" : ""));
    if (!chosen.coding.empty()) add("content-encoding", chosen.coding);
    response.shared = text_of(chosen.bytes);
    return response;
}

// The token leaves the address bar, where it would stay in the history: a cookie takes its place.
Response take_token(
    const std::string& secret, const Request& request, const FindToken& find, Transport transport
) {
    if (!find(secret, request.peer)) {
        return problem(401, ErrorCode::InvalidInput, "the token in the address is not known here");
    }
    return {
        .status = 303,
        .headers = {
            {"location", "/"},
            {"set-cookie",
             std::string(kCookie) + "=" + secret +
                 "; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000" +
                 (transport == Transport::Tls ? "; Secure" : "")},
            {"cache-control", "no-store"},
            {"referrer-policy", "no-referrer"}}};
}

}  // namespace

std::vector<Route> page_routes(FindToken find_token, Transport transport) {
    std::vector<Route> routes;
    for (const auto& file : web_files()) {
        Route route{
            .method = "GET",
            .path = std::string(file.path),
            .scope = Scope::Open,
            .is_quick = true};
        if (file.path == "/") {
            route.answer = [&file, find = find_token, transport](Call& call) -> Result<Response> {
                const auto secret = call.request.parameter("token");
                return secret.empty() ? give(file, call.request)
                                      : take_token(secret, call.request, find, transport);
            };
        } else {
            route.is_described = false;
            route.answer = [&file](Call& call) -> Result<Response> {
                return give(file, call.request);
            };
        }
        routes.push_back(std::move(route));
    }
    return routes;
}

}  // namespace fovea::serve
