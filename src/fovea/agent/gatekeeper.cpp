#include "fovea/agent/gatekeeper.hpp"

#include "fovea/agent/tool_verdict.hpp"
#include "fovea/tools/lift_base64.hpp"

#include <utility>

namespace fovea::agent {
namespace {

HookFired fired(const HookReport& report) {
    HookFired event{
        .event = std::string(name_of(report.event)),
        .command = report.command,
        .phase = std::string(name_of(report.phase)),
        .tool = report.tool_name,
        .tool_use_id = report.tool_use_id,
        .reason = report.answer.reason,
        .exit_code = report.exit_code,
        .output = report.out,
        .error = report.answer.failure,
        .took = report.duration};
    if (report.answer.decision != HookDecision::None) {
        event.decision = name_of(report.answer.decision);
    }
    return event;
}

HookOptions hook_options(const GatekeeperOptions& options) {
    return {
        .hooks = options.hooks,
        .project = options.project,
        .session_id = options.session_id,
        .environment = options.environment,
        .on_report = [emit = options.emit](const HookReport& report) {
            if (emit) emit(fired(report));
        }};
}

std::string refusal(
    const content::ToolUseBlock& call, const Ruling& ruling, const HookAnswer& hook
) {
    if (hook.decision == HookDecision::Deny) {
        return hook.reason.empty() ? "a hook denied it" : hook.reason;
    }
    if (ruling.verdict == Verdict::Deny) return "the rule \"" + ruling.rule + "\" denies it";
    return "it needs a person's approval, and there is no one to ask. To allow it, set "
           "permissions.allow = [\"" +
           call.name + "\"] in the configuration, or pass --allowed-tools " + call.name;
}

}  // namespace

Result<std::unique_ptr<Gatekeeper>> Gatekeeper::open(GatekeeperOptions options) {
    auto permissions = TRY(Permissions::open(options.permissions, options.project));
    return std::unique_ptr<Gatekeeper>(new Gatekeeper(std::move(options), std::move(permissions)));
}

Gatekeeper::Gatekeeper(GatekeeperOptions options, Permissions permissions)
    : options_(std::move(options)),
      permissions_(std::move(permissions)),
      hooks_(hook_options(options_)) {}

std::string Gatekeeper::start(Begins begins, const std::stop_token& stop) {
    const auto answer = hooks_.run(
        {.event = HookEvent::SessionStart,
         .source = begins == Begins::Resumed ? "resume" : "startup"},
        stop
    );
    return answer.additional_context;
}

Gates Gatekeeper::gates() {
    return {
        .on_prompt = [this](
                         const std::string& prompt, const std::stop_token& stop
                     ) { return take_prompt(prompt, stop); },
        .decide = [this](
                      const content::ToolUseBlock& call,
                      const tools::Tool& tool,
                      const std::stop_token& stop
                  ) { return decide(call, tool, stop); },
        .refine = [this](
                      const content::ToolUseBlock& call,
                      tools::ToolOutcome& outcome,
                      const std::stop_token& stop
                  ) { refine(call, outcome, stop); },
        .on_stop = [this](
                       const std::string& answer, bool again, const std::stop_token& stop
                   ) { return may_stop(answer, again, stop); }};
}

Gates::Said Gatekeeper::take_prompt(const std::string& prompt, const std::stop_token& stop) {
    const auto answer = hooks_.run({.event = HookEvent::UserPromptSubmit, .prompt = prompt}, stop);
    Gates::Said said{.context = answer.additional_context};
    if (answer.decision == HookDecision::Deny) {
        said.refusal = answer.reason.empty() ? "no reason was given" : answer.reason;
    }
    return said;
}

Decision Gatekeeper::decide(
    const content::ToolUseBlock& call, const tools::Tool& tool, const std::stop_token& stop
) {
    const auto hook = hooks_.run(
        {.event = HookEvent::PreToolUse,
         .tool_name = call.name,
         .tool_input = call.input,
         .tool_use_id = call.id},
        stop
    );
    const auto& input = hook.updated_input ? *hook.updated_input : call.input;
    const auto toolset = tool.toolset();
    const auto rules = permissions_.decide(
        {.tool = call.name, .toolset = toolset, .effect = tool.effect(), .input = input}
    );
    if (options_.emit) {
        options_.emit(PermissionDecided{
            call.name, call.id, std::string(name_of(rules.verdict)), rules.rule});
    }
    const auto ruling = combined(rules, hook);
    Decision decision{.allowed = ruling.verdict == Verdict::Allow, .input = hook.updated_input};
    if (ruling.verdict == Verdict::Ask && options_.ask) {
        auto said = options_.ask({call.id, call.name, input}, ruling.rule, stop);
        decision.allowed = said.allowed;
        decision.agreed = said.allowed;
        decision.by_person = said.by_person;
        decision.reason = std::move(said.reason);
        if (said.input) decision.input = std::move(said.input);
    }
    if (!decision.allowed && decision.reason.empty()) {
        decision.reason = refusal(call, ruling, hook);
    }
    return decision;
}

void Gatekeeper::refine(
    const content::ToolUseBlock& call, tools::ToolOutcome& outcome, const std::stop_token& stop
) {
    if (options_.intake) tools::lift_base64(outcome, *options_.intake, stop);
    if (!hooks_.has(HookEvent::PostToolUse, call.name)) return;
    const auto answer = hooks_.run(
        {.event = HookEvent::PostToolUse,
         .tool_name = call.name,
         .tool_input = call.input,
         .tool_use_id = call.id,
         .tool_response = content::ToolResultBlock{call.id, outcome.content, outcome.is_error}},
        stop
    );
    auto words = answer.additional_context;
    if (answer.decision == HookDecision::Deny && !answer.reason.empty()) {
        words += (words.empty() ? "" : "\n") + answer.reason;
    }
    if (!words.empty()) outcome.content.emplace_back(content::TextBlock{words});
}

std::string Gatekeeper::may_stop(
    const std::string& answer, bool again, const std::stop_token& stop
) {
    const auto said = hooks_.run(
        {.event = HookEvent::Stop, .stop_hook_active = again, .last_assistant_text = answer}, stop
    );
    if (said.decision != HookDecision::Deny) return {};
    return said.reason.empty() ? "Go on: the work is not done yet." : said.reason;
}

}  // namespace fovea::agent
