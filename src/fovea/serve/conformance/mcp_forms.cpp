// Tools that ask the client something while they run (legacy): its model, or the person in front of it.
#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include <boost/json.hpp>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using Outcome = FixtureTool::Outcome;

Outcome nobody_answered() {
    auto result = text_result("the client did not answer");
    result["isError"] = true;
    return result;
}

Outcome sample(const mcp::MethodCall& call, const std::stop_token& stop) {
    const auto prompt = text_at(call.request.params, {"arguments", "prompt"});
    const json::object content{{"type", "text"}, {"text", prompt}};
    const auto answer = call.ask(
        {"sampling/createMessage",
         {{"messages", json::array{json::object{{"role", "user"}, {"content", content}}}},
          {"maxTokens", 100}}},
        stop
    );
    if (!answer) return nobody_answered();
    return text_result("LLM response: " + text_at(*answer, {"content", "text"}, "No response"));
}

Outcome elicit(
    const mcp::MethodCall& call,
    const std::stop_token& stop,
    const std::string& message,
    const json::object& form,
    const std::string& begin
) {
    const auto answer =
        call.ask({"elicitation/create", {{"message", message}, {"requestedSchema", form}}}, stop);
    if (!answer) return nobody_answered();
    const auto* content = object_at(*answer, {"content"});
    return text_result(
        begin + ": action=" + text_at(*answer, {"action"}) +
        ", content=" + json::serialize(content == nullptr ? json::object() : *content)
    );
}

constexpr const char* kResponse = R"json({"type": "object", "required": ["response"],
    "properties": {"response": {"type": "string", "description": "User's response"}}})json";

// SEP-1034: a default for each kind of field.
constexpr const char* kDefaults = R"json({"type": "object", "required": [], "properties": {
    "name": {"type": "string", "description": "User name", "default": "John Doe"},
    "age": {"type": "integer", "description": "User age", "default": 30},
    "score": {"type": "number", "description": "User score", "default": 95.5},
    "status": {"type": "string", "description": "User status",
        "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "description": "Verification status", "default": true}}})json";

// SEP-1330: every way to say what there is to choose from.
constexpr const char* kChoices = R"json({"type": "object", "required": [], "properties": {
    "untitledSingle": {"type": "string", "description": "Select one option",
        "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "description": "Select one option with titles", "oneOf": [
        {"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"},
        {"const": "value3", "title": "Third Option"}]},
    "legacyEnum": {"type": "string", "description": "Select one option (legacy)",
        "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "description": "Select multiple options",
        "minItems": 1, "maxItems": 3,
        "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "description": "Select multiple options with titles",
        "minItems": 1, "maxItems": 3, "items": {"anyOf": [
        {"const": "value1", "title": "First Choice"}, {"const": "value2", "title": "Second Choice"},
        {"const": "value3", "title": "Third Choice"}]}}}})json";

FixtureTool form(std::string name, std::string about, std::string message, const char* fields) {
    return {
        .name = std::move(name),
        .about = std::move(about),
        .run = [message = std::move(message), form = json::parse(fields).as_object()](
                   const mcp::MethodCall& call, const std::stop_token& stop
               ) { return elicit(call, stop, message, form, "Elicitation completed"); },
        .eras = mcp::Eras::Legacy};
}

json::object one_text(const char* name, const char* about) {
    json::object properties;
    properties[name] = {{"type", "string"}, {"description", about}};
    return {
        {"type", "object"}, {"properties", std::move(properties)}, {"required", json::array{name}}};
}

}  // namespace

std::vector<FixtureTool> form_tools() {
    return {
        {.name = "test_sampling",
         .about = "Tests server-initiated sampling",
         .run = sample,
         .eras = mcp::Eras::Legacy,
         .schema = one_text("prompt", "The prompt to send to the LLM")},
        {.name = "test_elicitation",
         .about = "Tests server-initiated elicitation",
         .run =
             [form = json::parse(kResponse).as_object(
              )](const mcp::MethodCall& call, const std::stop_token& stop) {
                 const auto message = text_at(call.request.params, {"arguments", "message"});
                 return elicit(call, stop, message, form, "User response");
             },
         .eras = mcp::Eras::Legacy,
         .schema = one_text("message", "The message to show the user")},
        form(
            "test_elicitation_sep1034_defaults",
            "Tests elicitation with default values",
            "Please review and update the form fields with defaults",
            kDefaults
        ),
        form(
            "test_elicitation_sep1330_enums",
            "Tests elicitation with choices",
            "Please select options from the enum fields",
            kChoices
        ),
    };
}

}  // namespace fovea::serve
