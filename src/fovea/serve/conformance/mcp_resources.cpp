#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include <boost/json.hpp>

#include <optional>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using Outcome = FixtureTool::Outcome;

constexpr std::int64_t kResourceNotFound = -32002;  // legacy

constexpr const char* kResources = R"([
    {"uri": "test://static-text", "name": "static-text", "title": "Static Text Resource",
     "description": "A static text resource for testing", "mimeType": "text/plain"},
    {"uri": "test://static-binary", "name": "static-binary", "title": "Static Binary Resource",
     "description": "A static binary resource (image) for testing", "mimeType": "image/png"},
    {"uri": "test://watched-resource", "name": "watched-resource", "title": "Watched Resource",
     "description": "A resource that one can subscribe to", "mimeType": "text/plain"}])";

constexpr const char* kTemplates = R"([
    {"uriTemplate": "test://template/{id}/data", "name": "template", "title": "Resource Template",
     "description": "A resource template with a parameter", "mimeType": "application/json"}])";

std::optional<json::object> resource(const std::string& uri) {
    constexpr std::string_view kBegin = "test://template/";
    constexpr std::string_view kEnd = "/data";
    if (uri == "test://static-text") {
        return json::object{
            {"mimeType", "text/plain"},
            {"text", "This is the content of the static text resource."}};
    }
    if (uri == "test://static-binary") {
        return json::object{{"mimeType", "image/png"}, {"blob", kFixturePicture}};
    }
    if (uri == "test://watched-resource") {
        return json::object{{"mimeType", "text/plain"}, {"text", "Watched resource content"}};
    }
    if (!uri.starts_with(kBegin) || !uri.ends_with(kEnd) ||
        uri.size() <= kBegin.size() + kEnd.size()) {
        return std::nullopt;
    }
    const auto id = uri.substr(kBegin.size(), uri.size() - kBegin.size() - kEnd.size());
    const json::object data{{"id", id}, {"templateTest", true}, {"data", "Data for ID: " + id}};
    return json::object{{"mimeType", "application/json"}, {"text", json::serialize(data)}};
}

}  // namespace

Outcome list_fixture_resources(const mcp::MethodCall&) {
    return json::object{{"resources", json::parse(kResources)}};
}

Outcome list_fixture_templates(const mcp::MethodCall&) {
    return json::object{{"resourceTemplates", json::parse(kTemplates)}};
}

Outcome read_fixture_resource(const mcp::MethodCall& call) {
    const auto uri = text_at(call.request.params, {"uri"});
    auto found = resource(uri);
    if (!found) {
        return mcp::RpcError{
            call.era.modern ? mcp::kInvalidParams : kResourceNotFound,
            "there is no such resource",
            {{"uri", uri}}};
    }
    (*found)["uri"] = uri;
    return json::object{{"contents", json::array{std::move(*found)}}};
}

Outcome subscribe_to_fixture(const mcp::MethodCall& call) {
    call.aside(mcp::Notification{
        "notifications/resources/updated", {{"uri", text_at(call.request.params, {"uri"})}}});
    return json::object();
}

}  // namespace fovea::serve
