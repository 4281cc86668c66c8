#include "fovea/serve/operations/openapi.hpp"

#include "fovea/serve/operations/openapi_words.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace fovea::serve {
namespace {

namespace json = boost::json;

json::object reference(std::string_view schema) {
    return {{"$ref", "#/components/schemas/" + std::string(schema)}};
}

const RouteWords* words_for(const Route& route) {
    const auto all = route_words();
    const auto found = std::ranges::find_if(all, [&](const RouteWords& words) {
        return words.method == route.method && words.path == route.path;
    });
    return found == all.end() ? nullptr : &*found;
}

json::array parameters_of(const Route& route, const RouteWords& words) {
    json::array parameters;
    for (std::size_t at = route.path.find('{'); at != route.path.npos;
         at = route.path.find('{', at + 1)) {
        const auto end = std::min(route.path.find("...}", at), route.path.find('}', at));
        parameters.push_back(
            {{"name", route.path.substr(at + 1, end - at - 1)},
             {"in", "path"},
             {"required", true},
             {"schema", {{"type", "string"}}}}
        );
    }
    for (const auto& parameter : words.parameters) {
        parameters.push_back(
            {{"name", parameter.name},
             {"in", parameter.in},
             {"required", false},
             {"description", parameter.about},
             {"schema", json::parse(parameter.schema)}}
        );
    }
    return parameters;
}

json::object body_of(const Route& route, const RouteWords& words) {
    json::object content;
    for (const auto& type : route.takes) {
        const auto& schema =
            type == "multipart/form-data" ? words.multipart_schema : words.body_schema;
        json::object media;
        if (!schema.empty()) media["schema"] = reference(schema);
        if (type == "multipart/form-data") {
            media["encoding"] = {
                {"images[]", {{"contentType", "image/png, image/jpeg, image/gif, image/webp"}}}};
        }
        content[type == "*" ? "*/*" : type] = std::move(media);
    }
    return {{"required", words.needs_body}, {"content", std::move(content)}};
}

json::object answer_of(const AnswerWords& words) {
    json::object answer{{"description", words.about}};
    if (words.type.empty()) return answer;
    json::object media;
    if (!words.schema.empty()) media["schema"] = reference(words.schema);
    if (words.schema.empty() && words.type.starts_with("text/")) {
        media["schema"] = {{"type", "string"}};
    }
    answer["content"] = json::object{{words.type, std::move(media)}};
    return answer;
}

json::object operation_of(const Route& route, const RouteWords& words) {
    json::object answers;
    for (const auto& answer : words.answers) {
        answers[std::to_string(answer.status)] = answer_of(answer);
    }
    const json::object problem{
        {"description", "an error, with a code of the contract"},
        {"content", {{"application/problem+json", {{"schema", reference("Problem")}}}}}};
    answers["4XX"] = problem;
    answers["default"] = problem;
    json::object operation{
        {"operationId", words.id},
        {"summary", words.summary},
        {"description", words.summary},
        {"tags", {words.tag}},
        {"parameters", parameters_of(route, words)},
        {"responses", std::move(answers)}};
    if (route.takes_bodies()) operation["requestBody"] = body_of(route, words);
    if (route.scope == Scope::Open) operation["security"] = json::array();
    return operation;
}

// OpenAPI knows no parameter that takes several parts.
std::string path_of(const Route& route) {
    auto path = route.path;
    if (const auto dots = path.find("...}"); dots != path.npos) path.erase(dots, 3);
    return path;
}

std::string lower_method(const Route& route) {
    std::string method = route.method;
    for (auto& c : method) c = static_cast<char>(c - 'A' + 'a');
    return method;
}

}  // namespace

json::object openapi_of(const Router& router) {
    json::object paths;
    for (const auto& route : router.routes()) {
        const auto* words = words_for(route);
        if (words == nullptr) continue;
        auto& path = paths[path_of(route)];
        if (!path.is_object()) path = json::object();
        path.as_object()[lower_method(route)] = operation_of(route, *words);
    }
    return {
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Fovea"},
          {"version", FOVEA_VERSION},
          {"description", "Sessions of an agent that sees, over HTTP."},
          {"contact", {{"name", "Fovea"}, {"url", "https://localhost/"}}},
          {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
        {"servers", json::array{json::object{{"url", "/"}, {"description", "this server"}}}},
        {"tags",
         json::array{
             json::object{
                 {"name", "sessions"}, {"description", "Conversations and their pictures"}},
             json::object{
                 {"name", "gateway"}, {"description", "Model endpoints for other programs"}},
             json::object{{"name", "mcp"}, {"description", "Tools for other agents"}},
             json::object{{"name", "operations"}, {"description", "For who runs the server"}}}},
        {"security", json::array{json::object{{"bearer", json::array()}}}},
        {"paths", std::move(paths)},
        {"components",
         {{"securitySchemes", {{"bearer", {{"type", "http"}, {"scheme", "bearer"}}}}},
          {"schemas", json::parse(component_schemas())}}}};
}

std::vector<std::string> openapi_gaps(const Router& router) {
    std::vector<std::string> gaps;
    for (const auto& route : router.routes()) {
        if (route.is_described && words_for(route) == nullptr && !is_beyond_openapi(route.path)) {
            gaps.push_back(route.method + " " + route.path + " is not described");
        }
    }
    for (const auto& words : route_words()) {
        const bool is_there = std::ranges::any_of(router.routes(), [&](const Route& route) {
            return words.method == route.method && words.path == route.path;
        });
        if (!is_there) gaps.push_back(words.method + " " + words.path + " is described in vain");
    }
    return gaps;
}

}  // namespace fovea::serve
