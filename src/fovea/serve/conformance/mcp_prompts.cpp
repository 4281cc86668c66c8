#include "fovea/serve/conformance/mcp_fixtures.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using Outcome = FixtureTool::Outcome;

constexpr const char* kPrompts = R"([
    {"name": "test_simple_prompt", "title": "Simple Test Prompt",
     "description": "A simple prompt without arguments"},
    {"name": "test_prompt_with_arguments", "title": "Prompt With Arguments",
     "description": "A prompt with required arguments", "arguments": [
        {"name": "arg1", "description": "First test argument", "required": true},
        {"name": "arg2", "description": "Second test argument", "required": true}]},
    {"name": "test_prompt_with_embedded_resource", "title": "Prompt With Embedded Resource",
     "description": "A prompt that includes an embedded resource", "arguments": [
        {"name": "resourceUri", "description": "URI of the resource to embed", "required": true}]},
    {"name": "test_prompt_with_image", "title": "Prompt With Image",
     "description": "A prompt that includes image content"}])";

json::object user(json::object content) {
    return {{"role", "user"}, {"content", std::move(content)}};
}
json::object words(const std::string& text) {
    return {{"type", "text"}, {"text", text}};
}

}  // namespace

Outcome list_fixture_prompts(const mcp::MethodCall& call) {
    auto prompts = json::parse(kPrompts).as_array();
    if (call.era.modern) {
        prompts.push_back(
            {{"name", "test_input_required_result_prompt"},
             {"description", "A prompt that needs more than one round"}}
        );
    }
    return json::object{{"prompts", std::move(prompts)}};
}

Outcome get_fixture_prompt(const mcp::MethodCall& call) {
    const auto& params = call.request.params;
    const auto name = text_at(params, {"name"});
    json::array messages;
    if (name == "test_simple_prompt") {
        messages = {user(words("This is a simple prompt for testing."))};
    } else if (name == "test_prompt_with_arguments") {
        messages = {user(words(
            "Prompt with arguments: arg1='" + text_at(params, {"arguments", "arg1"}) + "', arg2='" +
            text_at(params, {"arguments", "arg2"}) + "'"
        ))};
    } else if (name == "test_prompt_with_embedded_resource") {
        const json::object embedded{
            {"uri", text_at(params, {"arguments", "resourceUri"})},
            {"mimeType", "text/plain"},
            {"text", "Embedded resource content for testing."}};
        messages = {
            user({{"type", "resource"}, {"resource", embedded}}),
            user(words("Please process the embedded resource above."))};
    } else if (name == "test_prompt_with_image") {
        messages = {
            user({{"type", "image"}, {"data", kFixturePicture}, {"mimeType", "image/png"}}),
            user(words("Please analyze the image above."))};
    } else if (name == "test_input_required_result_prompt" && call.era.modern) {
        return asking_prompt(call);
    } else {
        return mcp::RpcError{mcp::kInvalidParams, "unknown prompt \"" + name + "\""};
    }
    return json::object{{"messages", std::move(messages)}};
}

}  // namespace fovea::serve
