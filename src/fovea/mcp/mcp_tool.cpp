#include "fovea/mcp/mcp_tool.hpp"

#include "fovea/mcp/call_result.hpp"
#include "fovea/mcp/tool_name.hpp"

#include <boost/json.hpp>

#include <exception>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

Result<json::object> arguments_of(const std::string& input) {
    json::error_code failed;
    json::parse_options options;
    options.max_depth = 100;
    auto value = json::parse(input.empty() ? "{}" : input, failed, {}, options);
    if (failed || !value.is_object()) {
        return Error{ErrorCode::InvalidInput, "the input of this tool must be a JSON object"};
    }
    return std::move(value.get_object());
}

// Not Internal: what a server does wrong is no mistake of ours.
Error error_of(const Failure& failure, const std::string& server) {
    const auto whose = "the MCP server \"" + server + "\"";
    switch (failure.kind) {
        case Failure::Kind::Cancelled: return {ErrorCode::Cancelled, failure.message};
        case Failure::Kind::Refused:
            return {
                failure.code == kInvalidParams ? ErrorCode::InvalidInput : ErrorCode::LlmError,
                whose + " refused the call: " + failure.message};
        case Failure::Kind::Timeout: return {ErrorCode::LlmError, whose + ": " + failure.message};
        case Failure::Kind::Gone:
        case Failure::Kind::SessionLost:
        case Failure::Kind::Broken:
            return {ErrorCode::LlmError, whose + " did not finish the call: " + failure.message};
    }
    return {ErrorCode::LlmError, failure.message};
}

}  // namespace

McpTool::McpTool(Connection& connection, const ToolInfo& tool, const ingest::Intake& intake)
    : connection_(connection), name_(tool.name), intake_(intake) {
    spec_.name = tool_name(connection.name(), tool.name);
    spec_.description = tool.description;
    spec_.input_schema = tool.input_schema;
}

tools::ToolOutcome McpTool::run(const tools::ToolCall& call, const std::stop_token& stop) {
    const auto arguments = arguments_of(call.input);
    if (!arguments.ok()) return tools::failed(arguments.error());
    const auto on_progress = [&](const CallProgress& progress) {
        if (call.on_progress) call.on_progress({progress.done, progress.total, progress.message});
    };
    const auto result = connection_.call(name_, arguments.value(), on_progress, stop);
    if (!result.ok()) return tools::failed(error_of(result.error(), connection_.name()));
    return to_outcome(result.value(), intake_, stop);
}

}  // namespace fovea::mcp
