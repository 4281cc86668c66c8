#include "fovea/serve/operations/routes.hpp"

#include "fovea/serve/operations/openapi.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

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
        if (parts->is_stopping()) return state(503, "stopping");
        const auto trouble = parts->trouble();
        if (!trouble) return state(200, "ready");
        return Response::json(503, json::object{{"status", "in trouble"}, {"why", *trouble}});
    };
    const auto slow = [](Route route) {
        route.is_quick = false;  // it asks the disk
        return route;
    };
    return {
        quick("/livez", Scope::Open, [](Call&) { return state(200, "alive"); }),
        slow(quick("/readyz", Scope::Open, ready)),
        slow(quick("/healthz", Scope::Open, ready)),
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
