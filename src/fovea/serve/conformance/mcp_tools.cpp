// Tools whose results hold one of each kind of content, and those that say something before they answer.
#include "fovea/serve/conformance/mcp_fixtures.hpp"
#include "fovea/serve/mcp/stream.hpp"

#include <boost/json.hpp>

#include <condition_variable>
#include <mutex>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using Outcome = FixtureTool::Outcome;

constexpr const char* kSound = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

json::object picture() {
    return {{"type", "image"}, {"data", kFixturePicture}, {"mimeType", "image/png"}};
}

json::object resource(const char* uri, const char* mime, const char* text) {
    return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", mime}, {"text", text}}}};
}

// The same answer to every call.
FixtureTool constant(std::string name, std::string about, json::array content) {
    json::object result{{"content", std::move(content)}};
    return {
        .name = std::move(name),
        .about = std::move(about),
        .run = [result = std::move(result
                )](const mcp::MethodCall&, const std::stop_token&) -> Outcome { return result; }};
}

Outcome log_thrice(const mcp::MethodCall& call, const std::stop_token&) {
    for (const auto* const words :
         {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
        call.send(mcp::Notification{"notifications/message", {{"level", "info"}, {"data", words}}});
    }
    return text_result("Tool with logging executed successfully");
}

Outcome tell_progress(const mcp::MethodCall& call, const std::stop_token&) {
    const auto* meta = object_at(call.request.params, {"_meta"});
    const auto* token = meta == nullptr ? nullptr : meta->if_contains("progressToken");
    if (token == nullptr) return text_result("nobody asked for progress");
    for (const int done : {0, 50, 100}) {
        call.send(mcp::Notification{
            "notifications/progress",
            {{"progressToken", *token},
             {"progress", done},
             {"total", 100},
             {"message", "Completed step " + std::to_string(done) + " of 100"}}});
    }
    return text_result(json::serialize(*token));
}

Outcome fail(const mcp::MethodCall&, const std::stop_token&) {
    auto result = text_result("This tool intentionally returns an error for testing");
    result["isError"] = true;
    return result;
}

// Ends the connection in the middle of the call; the answer is for who comes back.
Outcome hang_up(const mcp::MethodCall& call, const std::stop_token& stop) {
    call.send(mcp::Notification{std::string(kHangUp)});
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, 100ms, [] { return false; });
    return text_result("Reconnection test completed successfully");
}

Outcome log_if_asked(const mcp::MethodCall& call, const std::stop_token&) {
    const auto* meta = object_at(call.request.params, {"_meta"});
    if (meta != nullptr && meta->contains("io.modelcontextprotocol/logLevel")) {
        call.send(mcp::Notification{
            "notifications/message", {{"level", "info"}, {"data", "logging is on"}}});
    }
    return text_result("Logging evaluated");
}

// The whole vocabulary of JSON Schema 2020-12 has to arrive as it is.
json::object wide_schema() {
    return json::parse(R"({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {"address": {"$anchor": "addressDef", "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"}},
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false})")
        .as_object();
}

}  // namespace

std::vector<FixtureTool> content_tools() {
    std::vector<FixtureTool> tools{
        constant(
            "test_simple_text",
            "Tests simple text content response",
            {json::object{
                {"type", "text"}, {"text", "This is a simple text response for testing."}}}
        ),
        constant("test_image_content", "Tests image content response", {picture()}),
        constant(
            "test_audio_content",
            "Tests audio content response",
            {json::object{{"type", "audio"}, {"data", kSound}, {"mimeType", "audio/wav"}}}
        ),
        constant(
            "test_embedded_resource",
            "Tests embedded resource content response",
            {resource(
                "test://embedded-resource", "text/plain", "This is an embedded resource content."
            )}
        ),
        constant(
            "test_multiple_content_types",
            "Tests response with multiple content types (text, image, resource)",
            {json::object{{"type", "text"}, {"text", "Multiple content types test:"}},
             picture(),
             resource(
                 "test://mixed-content-resource",
                 "application/json",
                 R"({"test":"data","value":123})"
             )}
        ),
    };
    using mcp::Eras;
    tools.push_back(
        {"test_tool_with_logging", "Tests log messages before the answer", log_thrice, Eras::Legacy}
    );
    tools.push_back({"test_tool_with_progress", "Tests progress", tell_progress});
    tools.push_back({"test_error_handling", "Tests error response handling", fail});
    tools.push_back(
        {"test_reconnection", "Ends its stream in the middle of the call", hang_up, Eras::Legacy}
    );
    tools.push_back(
        {"test_logging_tool", "Logs only where it was asked to", log_if_asked, Eras::Modern}
    );
    tools.push_back(
        {"json_schema_2020_12_tool",
         "Tool with JSON Schema 2020-12 features",
         [](const mcp::MethodCall&, const std::stop_token&) -> Outcome {
             return text_result("called");
         },
         Eras::Both,
         wide_schema()}
    );
    return tools;
}

}  // namespace fovea::serve
