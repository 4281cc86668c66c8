#include "fovea/serve/operations/routes.hpp"

#include "fovea/serve/access/doorkeeper.hpp"
#include "fovea/serve/operations/openapi.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

constexpr std::string_view kPage =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Fovea</title>"
    "<h1>Fovea is running</h1><p>What can be asked is at <a href=\"/openapi.json\">"
    "/openapi.json</a>.</p></html>\n";

constexpr std::string_view kPagePolicy =
    "default-src 'self'; img-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'";

// The token leaves the address bar, where it would stay in the history: a cookie takes its place.
Response begin_page(const Call& call, const OperationParts& parts) {
    const auto secret = call.request.parameter("token");
    if (secret.empty()) {
        return {
            .headers =
                {{"content-type", "text/html; charset=utf-8"},
                 {"cache-control", "no-store"},
                 {"content-security-policy", std::string(kPagePolicy)}},
            .body = std::string(kPage)};
    }
    if (!parts.find_token(secret, call.request.peer)) {
        return problem(401, ErrorCode::InvalidInput, "the token in the address is not known here");
    }
    return {
        .status = 303,
        .headers = {
            {"location", "/"},
            {"set-cookie",
             std::string(kCookie) + "=" + secret +
                 "; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"},
            {"cache-control", "no-store"},
            {"referrer-policy", "no-referrer"}}};
}

Response state(int status, std::string_view word) {
    return Response::json(status, json::object{{"status", word}});
}

}  // namespace

std::vector<Route> operation_routes(OperationParts given) {
    const auto parts = std::make_shared<const OperationParts>(std::move(given));
    const auto quick = [](std::string path, Scope scope, std::function<Response(Call&)> answer) {
        return Route{
            .method = "GET",
            .path = std::move(path),
            .scope = scope,
            .answer = [answer = std::move(answer)](Call& call) -> Result<Response> {
                return answer(call);
            },
            .is_quick = true};
    };
    const auto ready = [parts](Call&) {
        return parts->is_ready() ? state(200, "ready") : state(503, "stopping");
    };
    return {
        quick("/", Scope::Open, [parts](Call& call) { return begin_page(call, *parts); }),
        quick("/livez", Scope::Open, [](Call&) { return state(200, "alive"); }),
        quick("/readyz", Scope::Open, ready),
        quick("/healthz", Scope::Open, ready),
        quick(
            "/metrics",
            Scope::Admin,
            [parts](Call&) {
                return Response{
                    .headers =
                        {{"content-type", "text/plain; version=0.0.4; charset=utf-8"},
                         {"cache-control", "no-store"}},
                    .body = parts->metrics()};
            }
        ),
        quick(
            "/openapi.json",
            Scope::Open,
            [parts](Call&) { return Response::json(200, openapi_of(*parts->router)); }
        ),
    };
}

}  // namespace fovea::serve
