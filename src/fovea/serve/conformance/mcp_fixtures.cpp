#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include "fovea/serve/conformance/mcp_subscriptions.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using mcp::Eras;
using Outcome = FixtureTool::Outcome;

bool is_in(Eras eras, const mcp::Era& era) {
    return eras == Eras::Both || (eras == Eras::Modern) == era.modern;
}

using Tools = std::vector<FixtureTool>;

Tools all_tools(const std::shared_ptr<FixtureSubscriptions>& subscriptions) {
    Tools tools = content_tools();
    for (auto& tool : form_tools()) tools.push_back(std::move(tool));
    for (auto& tool : round_tools()) tools.push_back(std::move(tool));
    const auto trigger = [&](const std::string& name, const std::string& what) {
        tools.push_back(
            {.name = name,
             .about = "Changes nothing, and says that it did",
             .run = [subscriptions,
                     what](const mcp::MethodCall&, const std::stop_token&) -> Outcome {
                 subscriptions->tell(what);
                 return text_result("Mutation triggered");
             },
             .eras = Eras::Modern}
        );
    };
    trigger("test_trigger_tool_change", "tools");
    trigger("test_trigger_prompt_change", "prompts");
    return tools;
}

Outcome list_tools(const Tools& tools, const mcp::MethodCall& call) {
    json::array list;
    for (const auto& tool : tools) {
        if (!is_in(tool.eras, call.era)) continue;
        list.push_back(
            {{"name", tool.name}, {"description", tool.about}, {"inputSchema", tool.schema}}
        );
    }
    return json::object{{"tools", std::move(list)}};
}

Outcome call_tool(const Tools& tools, const mcp::MethodCall& call, const std::stop_token& stop) {
    const auto name = text_at(call.request.params, {"name"});
    const auto found = std::ranges::find(tools, name, &FixtureTool::name);
    if (found == tools.end() || !is_in(found->eras, call.era)) {
        return mcp::RpcError{mcp::kInvalidParams, "unknown tool \"" + name + "\""};
    }
    return found->run(call, stop);
}

mcp::Method method(Outcome (*run)(const mcp::MethodCall&), Eras eras = Eras::Both) {
    return {[run](const mcp::MethodCall& call, const std::stop_token&) { return run(call); }, eras};
}

mcp::Method constant(json::object result, Eras eras = Eras::Both) {
    return {
        [result = std::move(result)](const mcp::MethodCall&, const std::stop_token&) -> Outcome {
            return result;
        },
        eras};
}

}  // namespace

json::object text_result(const std::string& text) {
    return {{"content", json::array{json::object{{"type", "text"}, {"text", text}}}}};
}

const json::object* object_at(
    const json::object& object, std::initializer_list<std::string_view> path
) {
    const auto* at = &object;
    for (const auto name : path) {
        const auto* value = at->if_contains(name);
        at = value == nullptr ? nullptr : value->if_object();
        if (at == nullptr) return nullptr;
    }
    return at;
}

std::string text_at(
    const json::object& object, std::initializer_list<std::string_view> path, std::string otherwise
) {
    const auto* at = &object;
    const auto* last = path.end() - 1;
    for (const auto* name = path.begin(); name != last && at != nullptr; ++name) {
        at = object_at(*at, {*name});
    }
    const auto* value = at == nullptr ? nullptr : at->if_contains(*last);
    if (value == nullptr || !value->is_string()) return otherwise;
    return std::string(value->get_string());
}

mcp::Offer fixture_offer() {
    const auto subscriptions = std::make_shared<FixtureSubscriptions>();
    const auto tools = std::make_shared<const Tools>(all_tools(subscriptions));
    mcp::Offer offer{
        .version = "fixtures",
        .instructions = "Fixtures of a test suite",
        .tools = mcp::ToolTable::of({}).value(),
        .read_resource = {}};
    offer.capabilities = json::parse(R"({
        "tools": {"listChanged": true}, "resources": {"subscribe": true, "listChanged": true},
        "prompts": {"listChanged": true}, "logging": {}, "completions": {}})")
                             .as_object();
    auto& methods = offer.methods;
    methods["tools/list"] = {[tools](const mcp::MethodCall& call, const std::stop_token&) {
        return list_tools(*tools, call);
    }};
    methods["tools/call"] = {[tools](const mcp::MethodCall& call, const std::stop_token& stop) {
        return call_tool(*tools, call, stop);
    }};
    methods["resources/list"] = method(list_fixture_resources);
    methods["resources/templates/list"] = method(list_fixture_templates);
    methods["resources/read"] = method(read_fixture_resource);
    methods["resources/subscribe"] = method(subscribe_to_fixture, Eras::Legacy);
    methods["resources/unsubscribe"] = constant({}, Eras::Legacy);
    methods["prompts/list"] = method(list_fixture_prompts);
    methods["prompts/get"] = method(get_fixture_prompt);
    methods["logging/setLevel"] = constant({}, Eras::Legacy);
    const json::object nothing{{"values", json::array()}, {"total", 0}, {"hasMore", false}};
    methods["completion/complete"] = constant({{"completion", nothing}});
    methods["subscriptions/listen"] = {
        [subscriptions](const mcp::MethodCall& call, const std::stop_token& stop) {
            return subscriptions->listen(call, stop);
        },
        Eras::Modern};
    return offer;
}

}  // namespace fovea::serve
