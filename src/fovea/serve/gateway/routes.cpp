#include "fovea/serve/gateway/routes.hpp"

#include "fovea/base/json_text.hpp"

#include <boost/json.hpp>

#include <optional>
#include <string_view>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using gateway::Dialect;

struct Endpoint {
    const char* path;
    Dialect dialect;
    const char* path_end = "";  // behind the dialect's own
};

constexpr Endpoint kEndpoints[] = {
    {"/v1/messages", Dialect::Anthropic},
    {"/v1/messages/count_tokens", Dialect::Anthropic, "/count_tokens"},
    {"/v1/chat/completions", Dialect::OpenaiChat},
    {"/v1/responses", Dialect::OpenaiResponses},
    {"/api/chat", Dialect::Ollama},
};

// Routes of the servers that have no model (gateway.pass_other).
constexpr std::pair<const char*, const char*> kOthers[] = {
    {"POST", "/v1/embeddings"},
    {"POST", "/v1/moderations"},
    {"POST", "/v1/files"},
    {"GET", "/v1/files"},
    {"GET", "/v1/files/{id}"},
    {"DELETE", "/v1/files/{id}"},
    {"GET", "/v1/files/{id}/content"},
    {"POST", "/v1/batches"},
    {"GET", "/v1/batches"},
    {"GET", "/v1/batches/{id}"},
    {"POST", "/v1/batches/{id}/cancel"},
    {"GET", "/v1/responses/{id}"},
    {"DELETE", "/v1/responses/{id}"},
    {"POST", "/v1/responses/{id}/cancel"},
    {"POST", "/v1/messages/batches"},
    {"GET", "/v1/messages/batches"},
    {"GET", "/v1/messages/batches/{id}"},
    {"POST", "/v1/messages/batches/{id}/cancel"},
    {"GET", "/v1/messages/batches/{id}/results"},
};

gateway::Asked asked_of(const Call& call) {
    const auto& request = call.request;
    return {
        .method = request.method,
        .target = request.target,
        .headers = request.headers,
        .length = request.length,
        .has_body = request.has_body,
        .id = request.id,
        .token = call.who.name,
        .is_admin = call.who.is_admin(),
        .usd_per_day = call.who.budget.usd_per_day,
        .requests_per_minute = call.who.budget.requests_per_minute};
}

Route endpoint(gateway::Gateway& gateway, const Endpoint& about) {
    return {
        .method = "POST",
        .path = about.path,
        .scope = Scope::Gateway,
        .takes = {"application/json", "*"},
        .max_body = std::size_t{1}
                    << 40,  // its own limit holds, and is told in the program's words
        .open_exchange = [&gateway, about](const Call& call, gateway::Client& client) {
            const auto query = call.request.target.find('?');
            auto end = std::string(about.path_end);
            if (query != std::string::npos) end += call.request.target.substr(query);
            return gateway.open(about.dialect, asked_of(call), std::move(end), client);
        }};
}

Route other(gateway::Gateway& gateway, const char* method, const char* path) {
    return {
        .method = method,
        .path = path,
        .scope = Scope::Gateway,
        .takes = {"application/json", "*"},
        .max_body = std::size_t{1} << 40,
        .open_exchange = [&gateway](
                             const Call& call, gateway::Client& client
                         ) { return gateway.open_other(asked_of(call), client); },
        .is_described = false};
}

Response text(std::string body) {
    return {
        .headers = {{"content-type", "application/json"}, {"cache-control", "no-store"}},
        .body = std::move(body)};
}

Route get(std::string path, std::function<Result<Response>(Call&)> answer) {
    return {
        .method = "GET",
        .path = std::move(path),
        .scope = Scope::Gateway,
        .answer = std::move(answer)};
}

// Programs look for a least version of the API that they speak.
constexpr const char* kOllamaVersion = R"({"version":"0.12.0"})";
constexpr const char* kNoneLoaded = R"({"models":[]})";  // into memory, as Ollama's own are

// Paths that nobody answers here, too: whoever asks for them speaks that API.
std::optional<Dialect> dialect_of(const Request& request) {
    const auto path = std::string_view(request.target).substr(0, request.target.find('?'));
    if (path.starts_with("/api/")) return Dialect::Ollama;
    if (path.starts_with("/v1/messages")) return Dialect::Anthropic;
    if (!path.starts_with("/v1/")) return std::nullopt;
    return find_header(request.headers, "anthropic-version") ? Dialect::Anthropic
                                                             : Dialect::OpenaiChat;
}

}  // namespace

void shape_gateway_problem(const Request& request, Response& problem) {
    const auto dialect = dialect_of(request);
    if (!dialect) return;
    json::error_code broken;
    const auto told = json::parse(problem.body, broken);
    const auto* const fields = broken ? nullptr : told.if_object();
    const auto* const detail = fields != nullptr ? fields->if_contains("detail") : nullptr;
    if (detail == nullptr || !detail->is_string()) return;
    std::string message(detail->get_string());
    if (problem.status == 401) message += "; fovea serve tokens add NAME --scope gateway makes one";
    problem.body = gateway::error_body(
        *dialect,
        {.status = problem.status,
         .message = std::move(message),
         .type = problem.status == 404 ? std::string(gateway::kNoSuchPath) : std::string()}
    );
    for (auto& [name, value] : problem.headers) {
        if (name == "content-type") value = "application/json";
    }
}

std::vector<Route> gateway_routes(gateway::Gateway& gateway) {
    std::vector<Route> routes;
    for (const auto& each : kEndpoints) routes.push_back(endpoint(gateway, each));
    if (gateway.passes_other()) {
        for (const auto& [method, path] : kOthers) routes.push_back(other(gateway, method, path));
    }
    routes.push_back(get("/v1/models", [&gateway](Call&) -> Result<Response> {
        return text(gateway::models_body(gateway.models()));
    }));
    routes.push_back(get("/v1/models/{id...}", [&gateway](Call& call) -> Result<Response> {
        const auto model = gateway.model(call.argument("id"), call.stop);
        if (!model.ok()) return Error{ErrorCode::FileNotFound, model.error().message};
        return text(gateway::model_body(model.value()));
    }));
    routes.push_back(get("/api/tags", [&gateway](Call&) -> Result<Response> {
        return text(gateway::tags_body(gateway.models()));
    }));
    routes.push_back(get("/api/version", [](Call&) -> Result<Response> {
        return text(kOllamaVersion);
    }));
    routes.push_back(get("/api/ps", [](Call&) -> Result<Response> { return text(kNoneLoaded); }));
    routes.push_back(
        {.method = "POST",
         .path = "/api/show",
         .scope = Scope::Gateway,
         .takes = {"application/json", "*"},
         .answer = [&gateway](Call& call) -> Result<Response> {
             json::error_code broken;
             const auto body = json::parse(call.body, broken);
             const auto* const object = broken ? nullptr : body.if_object();
             std::string name;
             for (const auto* const field : {"name", "model"}) {
                 const auto* const value = object != nullptr ? object->if_contains(field) : nullptr;
                 if (value != nullptr && value->is_string()) name = value->get_string();
             }
             if (name.empty()) {
                 return Error{ErrorCode::InvalidInput, "the body has no \"model\""};
             }
             return text(gateway::show_body(TRY(gateway.model(name, call.stop))));
         }}
    );
    routes.push_back(get("/gateway/requests/{id}", [&gateway](Call& call) -> Result<Response> {
        auto found = gateway.request(call.argument("id"), call.who.name, call.who.is_admin());
        if (!found) return Error{ErrorCode::FileNotFound, "this request is no longer kept"};
        return Response::json(200, std::move(*found));
    }));
    routes.push_back(get("/gateway/usage", [&gateway](Call& call) -> Result<Response> {
        return Response::json(
            200, json::object{{"usage", gateway.usage(call.who.name, call.who.is_admin())}}
        );
    }));
    return routes;
}

}  // namespace fovea::serve
