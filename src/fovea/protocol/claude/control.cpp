#include "fovea/protocol/claude/control.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/protocol/claude/message_json.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace fovea::protocol::claude {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 6> kModes{
    "default", "acceptEdits", "plan", "dontAsk", "auto", "bypassPermissions"};

Error unsupported(const std::string& what) {
    return {ErrorCode::InvalidInput, what};
}

const json::string* text_in(const json::object& from, std::string_view name) {
    const auto* value = from.if_contains(name);
    return value == nullptr ? nullptr : value->if_string();
}

bool has_any(const json::object& from, std::string_view name) {
    const auto* value = from.if_contains(name);
    if (value == nullptr) return false;
    if (const auto* array = value->if_array()) return !array->empty();
    const auto* object = value->if_object();
    return object != nullptr && !object->empty();
}

// A string, or a list of strings that belong together.
std::string prompt_in(const json::object& from, std::string_view name) {
    if (const auto* text = text_in(from, name)) return to_utf8(*text);
    const auto* value = from.if_contains(name);
    const auto* parts = value == nullptr ? nullptr : value->if_array();
    std::string prompt;
    if (parts == nullptr) return prompt;
    for (const auto& part : *parts) {
        const auto* text = part.if_string();
        if (text == nullptr || text->empty()) continue;
        prompt += (prompt.empty() ? "" : "\n\n") + to_utf8(*text);
    }
    return prompt;
}

}  // namespace

bool is_permission_mode(std::string_view mode) {
    return std::ranges::find(kModes, mode) != kModes.end();
}

Control::Control(Wishes wishes, ControlServices services)
    : services_(std::move(services)), wishes_(std::move(wishes)) {}

Wishes Control::wishes() const {
    const std::scoped_lock lock(mutex_);
    return wishes_;
}

void Control::answer(const ControlRequest& request) {
    auto response = respond(request);
    json::object answer{{"request_id", request.id}};
    if (response.ok()) {
        answer["subtype"] = "success";
        answer["response"] = std::move(response).value();
    } else {
        answer["subtype"] = "error";
        answer["error"] = to_utf8(response.error().message);
    }
    services_.send({{"type", "control_response"}, {"response", std::move(answer)}});
}

Result<json::object> Control::respond(const ControlRequest& request) {
    if (request.subtype == "initialize") return initialize(request.request);
    if (request.subtype == "interrupt") {
        json::array queued;
        for (const auto& uuid : services_.interrupt()) queued.emplace_back(uuid);
        return json::object{{"still_queued", std::move(queued)}};
    }
    if (request.subtype == "set_model") return set_model(request.request);
    if (request.subtype == "set_permission_mode") return set_permission_mode(request.request);
    if (request.subtype == "mcp_status") return server_status();
    return unsupported("Fovea has no answer to the control request \"" + request.subtype + "\"");
}

Result<json::object> Control::initialize(const json::object& request) {
    if (has_any(request, "hooks")) {
        services_.warn("hooks of the client are not called; hooks of the configuration are");
    }
    if (has_any(request, "sdkMcpServers")) {
        services_.warn(
            "MCP servers inside of the client are not supported; configure them as mcp_servers"
        );
    }
    if (has_any(request, "agents")) services_.warn("agents of the client are not supported");
    const auto system = prompt_in(request, "systemPrompt");
    {
        const std::scoped_lock lock(mutex_);
        if (!system.empty()) wishes_.system_prompt = system;
        const auto appended = prompt_in(request, "appendSystemPrompt");
        if (!appended.empty()) wishes_.append_system_prompt = appended;
        if (has_any(request, "jsonSchema")) {
            wishes_.json_schema = json_text(request.at("jsonSchema"));
        }
    }
    return json::object{
        {"commands", json::array()},
        {"agents", json::array()},
        {"output_style", "default"},
        {"available_output_styles", json::array{"default"}},
        {"models", json::array()},
        {"account", json::object()},
        {"hooks_applied", false},
        {"claude_code_version", kProtocolVersion}};
}

Result<json::object> Control::set_model(const json::object& request) {
    const auto* model = text_in(request, "model");
    std::optional<std::string> wanted;
    if (model != nullptr && *model != "default") {
        wanted = to_utf8(*model);
        TRY(services_.check_model(*wanted));
    }
    const std::scoped_lock lock(mutex_);
    wishes_.model = std::move(wanted);
    return json::object();
}

Result<json::object> Control::set_permission_mode(const json::object& request) {
    const auto* mode = text_in(request, "mode");
    if (mode == nullptr || !is_permission_mode(*mode)) {
        return unsupported("\"mode\" is not one of Claude Code's permission modes");
    }
    const std::scoped_lock lock(mutex_);
    wishes_.permission_mode = std::string(*mode);
    return json::object{{"mode", wishes_.permission_mode}};
}

json::object Control::server_status() const {
    json::array servers;
    for (const auto& server : services_.servers()) {
        json::object row{{"name", to_utf8(server.name)}, {"status", server.status}};
        if (!server.reason.empty()) row["error"] = to_utf8(server.reason);
        servers.push_back(std::move(row));
    }
    return {{"mcpServers", std::move(servers)}};
}

void Control::take(ControlResponse response) {
    const std::scoped_lock lock(mutex_);
    const auto asked = asked_.find(response.id);
    if (asked == asked_.end()) return;  // withdrawn, or never asked
    asked->second = std::move(response);
    came_.notify_all();
}

void Control::hang_up() {
    const std::scoped_lock lock(mutex_);
    gone_ = true;
    came_.notify_all();
}

std::optional<ControlResponse> Control::wait_for(
    const std::string& id, const std::stop_token& stop
) {
    std::unique_lock lock(mutex_);
    came_.wait(lock, stop, [&] { return gone_ || asked_[id].has_value(); });
    auto response = std::move(asked_[id]);
    asked_.erase(id);
    return response;
}

agent::Decision Control::ask(
    const content::ToolUseBlock& call, const std::string& why, const std::stop_token& stop
) {
    std::string id;
    {
        const std::scoped_lock lock(mutex_);
        const auto& mode = wishes_.permission_mode;
        if (mode == "bypassPermissions") return {.allowed = true};
        const bool nobody = !services_.asks_client || gone_;
        if (nobody || mode == "dontAsk" || mode == "plan") return {.allowed = false};
        id = "fovea-" + std::to_string(++count_);
        asked_[id] = std::nullopt;
    }
    services_.send(
        {{"type", "control_request"},
         {"request_id", id},
         {"request",
          {{"subtype", "can_use_tool"},
           {"tool_name", to_utf8(call.name)},
           {"input", input_json(call.input)},
           {"tool_use_id", to_utf8(call.id)},
           {"permission_suggestions", json::array()},
           {"decision_reason", to_utf8(why)}}}}
    );
    const auto response = wait_for(id, stop);
    if (!response) {
        services_.send({{"type", "control_cancel_request"}, {"request_id", id}});
        return {.allowed = false, .reason = "no answer to the approval request"};
    }
    return decision_of(*response);
}

agent::Decision Control::decision_of(const ControlResponse& response) {
    if (response.error) {
        return {.allowed = false, .reason = "the approval callback failed: " + *response.error};
    }
    const auto* behavior = text_in(response.response, "behavior");
    if (behavior == nullptr || *behavior != "allow") {
        const auto* words = text_in(response.response, "message");
        const auto* interrupt = response.response.if_contains("interrupt");
        if (interrupt != nullptr && interrupt->is_bool() && interrupt->get_bool()) {
            services_.interrupt();
        }
        return {
            .allowed = false,
            .reason = words == nullptr || words->empty() ? "denied by the user" : to_utf8(*words)};
    }
    agent::Decision decision{.allowed = true};
    const auto* input = response.response.if_contains("updatedInput");
    if (input != nullptr && input->is_object()) decision.input = json_text(*input);
    return decision;
}

}  // namespace fovea::protocol::claude
