#include "fovea/agent/hook_answer.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/base/foreign_json.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::agent {
namespace {

namespace json = boost::json;

// What a model is told by one hook; more would push its own work out of the context.
constexpr std::size_t kMaxText = 10'000;

constexpr std::size_t kMaxDepth = 32;

std::string words(std::string_view text) {
    return shorten(trimmed(text), kMaxText, "\n[cut]");
}

std::string text_of(const json::object& object, std::string_view name) {
    return words(text_in(object, name));
}

HookDecision decision_of(std::string_view word, HookAnswer& answer) {
    if (word.empty()) return HookDecision::None;
    if (word == "allow" || word == "approve") return HookDecision::Allow;
    if (word == "ask") return HookDecision::Ask;
    if (word == "deny" || word == "block") return HookDecision::Deny;
    answer.failure = "its decision \"" + std::string(word.substr(0, 50)) +
                     "\" is not one of allow, ask, deny and block";
    return HookDecision::None;
}

void append(std::string& text, std::string more) {
    if (!text.empty() && !more.empty()) text += "\n";
    text += std::move(more);
}

void read_members(const json::object& object, HookEvent event, HookAnswer& answer) {
    for (const char* name : {"decision", "permissionDecision", "permission_decision"}) {
        const auto decision = decision_of(text_of(object, name), answer);
        if (decision > answer.decision) answer.decision = decision;
    }
    for (const char* name : {"reason", "permissionDecisionReason"}) {
        if (answer.reason.empty()) answer.reason = text_of(object, name);
    }
    for (const char* name : {"additional_context", "additionalContext"}) {
        append(answer.additional_context, text_of(object, name));
    }
    for (const char* name : {"updated_input", "updatedInput"}) {
        const auto* input = object.if_contains(name);
        if (input == nullptr || event != HookEvent::PreToolUse) continue;
        if (input->is_object()) {
            answer.updated_input = json_text(*input);
        } else {
            answer.failure = std::string("its ") + name + " is not an object";
        }
    }
    const auto* goes_on = object.if_contains("continue");
    if (goes_on != nullptr && goes_on->is_bool() && !goes_on->get_bool()) {
        answer.decision = HookDecision::Deny;
        if (answer.reason.empty()) answer.reason = text_of(object, "stopReason");
    }
}

HookAnswer from_output(HookEvent event, const std::string& output) {
    HookAnswer answer;
    const auto text = trimmed(output);
    if (!text.starts_with('{')) {
        const bool adds = event == HookEvent::SessionStart || event == HookEvent::UserPromptSubmit;
        if (adds) answer.additional_context = words(text);
        return answer;
    }
    const auto value = parse_foreign_json(text, kMaxDepth);
    if (!value.ok()) {
        answer.failure = "its output starts with { but is not valid JSON: " + value.error().message;
        return answer;
    }
    const auto& object = value.value().as_object();
    read_members(object, event, answer);
    const auto* inner = object.if_contains("hookSpecificOutput");
    if (inner != nullptr && inner->is_object()) read_members(inner->get_object(), event, answer);
    return answer;
}

}  // namespace

std::string_view name_of(HookDecision decision) {
    switch (decision) {
        case HookDecision::None: return "none";
        case HookDecision::Allow: return "allow";
        case HookDecision::Ask: return "ask";
        case HookDecision::Deny: return "deny";
    }
    return "none";
}

HookAnswer read_hook_answer(HookEvent event, const ShellResult& result) {
    switch (result.end) {
        case ShellEnd::Killed: return {.failure = "it was killed by a signal"};
        case ShellEnd::Stopped: return {.failure = "it was cancelled with the run"};
        case ShellEnd::TimedOut: return {.failure = "it timed out"};
        case ShellEnd::Exited: break;
    }
    const int status = result.status.value_or(1);
    if (status == 0) return from_output(event, result.out);
    auto said = words(result.err);
    if (status == 2) {
        if (said.empty()) said = "a hook denied it without a reason";
        return {.decision = HookDecision::Deny, .reason = std::move(said)};
    }
    auto failure = "it exited with status " + std::to_string(status);
    if (!said.empty()) failure += ": " + said;
    return {.failure = std::move(failure)};
}

}  // namespace fovea::agent
