// What the suite @modelcontextprotocol/conformance expects of a server: tools, resources and prompts by its names,
// in both eras. Touches nothing of ours.
#pragma once

#include "fovea/mcp/server/session.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <initializer_list>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fovea::serve {

// One tool of the suite.
struct FixtureTool {
    using Outcome = std::variant<boost::json::object, mcp::RpcError>;

    std::string name;
    std::string about;
    std::function<Outcome(const mcp::MethodCall& call, const std::stop_token& stop)> run;
    mcp::Eras eras = mcp::Eras::Both;
    boost::json::object schema = {{"type", "object"}, {"properties", boost::json::object()}};
};

std::vector<FixtureTool> content_tools();  // what a result may hold, and what comes before one
std::vector<FixtureTool> form_tools();     // legacy: questions to the client while a call runs
std::vector<FixtureTool> round_tools();    // modern: results that ask for more

FixtureTool::Outcome list_fixture_resources(const mcp::MethodCall& call);
FixtureTool::Outcome list_fixture_templates(const mcp::MethodCall& call);
FixtureTool::Outcome read_fixture_resource(const mcp::MethodCall& call);
// Says at once that it changed, beside all requests.
FixtureTool::Outcome subscribe_to_fixture(const mcp::MethodCall& call);

FixtureTool::Outcome list_fixture_prompts(const mcp::MethodCall& call);
FixtureTool::Outcome get_fixture_prompt(const mcp::MethodCall& call);
// The modern prompt that asks for more.
FixtureTool::Outcome asking_prompt(const mcp::MethodCall& call);

inline constexpr const char* kFixturePicture =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJg"
    "gg==";

// {"content": [{"type": "text", …}]}
boost::json::object text_result(const std::string& text);

// A member of an object that may not be there: null.
const boost::json::object* object_at(
    const boost::json::object& object, std::initializer_list<std::string_view> path
);
std::string text_at(
    const boost::json::object& object,
    std::initializer_list<std::string_view> path,
    std::string otherwise = {}
);

// All of it, as a server offers it.
mcp::Offer fixture_offer();

}  // namespace fovea::serve
