#include "fovea/serve/operations/routes.hpp"

#include "fovea/serve/operations/openapi.hpp"

#include <boost/json.hpp>

#include <mutex>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;

Response state(int status, std::string_view word) {
    return Response::json(status, json::object{{"status", word}});
}

// Written when somebody asks first: by then all routes are there, and a thousand who ask cost no more than one.
class Description {
public:
    explicit Description(const Router& router) : router_(router) {}

    Response response() {
        std::call_once(once_, [this] {
            written_ = Response::json(200, openapi_of(router_));
            written_.shared = std::make_shared<const std::string>(std::move(written_.body));
        });
        return written_;
    }

private:
    const Router& router_;
    std::once_flag once_;
    Response written_;
};

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
    const auto document = std::make_shared<Description>(*parts->router);
    const auto slow = [](Route route) {
        route.is_quick = false;  // it asks the disk, or counts what may be much
        return route;
    };
    return {
        quick("/livez", Scope::Open, [](Call&) { return state(200, "alive"); }),
        slow(quick("/readyz", Scope::Open, ready)),
        slow(quick("/healthz", Scope::Open, ready)),
        slow(quick(
            "/metrics",
            Scope::Admin,
            [parts](Call&) {
                return Response{
                    .headers =
                        {{"content-type", "text/plain; version=0.0.4; charset=utf-8"},
                         {"cache-control", "no-store"}},
                    .body = parts->metrics()};
            }
        )),
        quick("/openapi.json", Scope::Open, [document](Call&) { return document->response(); }),
    };
}

}  // namespace fovea::serve
