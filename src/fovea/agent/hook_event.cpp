#include "fovea/agent/hook_event.hpp"

#include "fovea/base/json_text.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/content/json.hpp"

#include <boost/json.hpp>

#include <array>
#include <utility>

namespace fovea::agent {
namespace {

namespace json = boost::json;

constexpr std::array<std::pair<HookEvent, std::string_view>, 5> kNames{{
    {HookEvent::SessionStart, "SessionStart"},
    {HookEvent::UserPromptSubmit, "UserPromptSubmit"},
    {HookEvent::PreToolUse, "PreToolUse"},
    {HookEvent::PostToolUse, "PostToolUse"},
    {HookEvent::Stop, "Stop"},
}};

// As an object where it is one; what a model wrote may be anything.
json::value input_value(const std::string& text) {
    boost::system::error_code failed;
    json::parse_options options;
    options.max_depth = 200;
    auto value = json::parse(text, failed, {}, options);
    if (failed) return json::string(to_utf8(text));
    return value;
}

void add_tool(json::object& object, const HookMoment& moment) {
    object["tool_name"] = to_utf8(moment.tool_name);
    object["tool_input"] = input_value(moment.tool_input);
    object["tool_use_id"] = to_utf8(moment.tool_use_id);
    if (!moment.tool_response) return;
    const auto block = content::to_json(content::ContentBlock(*moment.tool_response));
    json::object response;
    response["content"] = block.as_object().at("content");
    response["is_error"] = moment.tool_response->is_error;
    object["tool_response"] = std::move(response);
}

}  // namespace

std::string_view name_of(HookEvent event) {
    for (const auto& [each, name] : kNames) {
        if (each == event) return name;
    }
    return "SessionStart";
}

std::optional<HookEvent> hook_event_of(std::string_view name) {
    for (const auto& [event, each] : kNames) {
        if (each == name) return event;
    }
    return std::nullopt;
}

std::string hook_input(const HookMoment& moment, const HookSession& session) {
    json::object object;
    object["hook_event_name"] = name_of(moment.event);
    object["session_id"] = to_utf8(session.session_id);
    object["cwd"] = to_utf8(session.cwd);
    switch (moment.event) {
        case HookEvent::SessionStart: object["source"] = to_utf8(moment.source); break;
        case HookEvent::UserPromptSubmit: object["prompt"] = to_utf8(moment.prompt); break;
        case HookEvent::PreToolUse:
        case HookEvent::PostToolUse: add_tool(object, moment); break;
        case HookEvent::Stop:
            object["stop_hook_active"] = moment.stop_hook_active;
            object["last_assistant_text"] = to_utf8(moment.last_assistant_text);
            break;
    }
    return json_text(object) + "\n";
}

}  // namespace fovea::agent
