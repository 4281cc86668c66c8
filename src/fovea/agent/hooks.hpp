// The user's commands at certain moments of a run (A2): they watch, refuse, ask or add words.
//
//     Hooks hooks({.hooks = settings.hooks, .project = folder, .session_id = id,
//                  .environment = ::getenv,
//                  .on_report = [&](const HookReport& report) { … }});
//     const auto answer = hooks.run({.event = HookEvent::PreToolUse, .tool_name = …}, stop);
//     if (answer.decision == HookDecision::Deny) …
//     hooks.finish(stop);
//
// The hooks of a moment run one after the other, in the order of the configuration: the first that
// denies ends it, of the other decisions the strictest counts, words add up, and a changed input is
// what the next hook sees (rules have to look at it again before the tool runs). A hook that fails
// decides nothing. An async hook is started and not waited for; what it answers counts for nothing.
// Its end is reported by the next run() or finish(), on the caller's thread. Nothing is left behind:
// finish() waits for async hooks, each at most its own timeout, and the destructor kills what is left.
//
// Several threads may call run() at once; reports then come on each of them.
#pragma once

#include "fovea/agent/hook_answer.hpp"
#include "fovea/agent/hook_event.hpp"
#include "fovea/agent/hook_report.hpp"
#include "fovea/config/secrets.hpp"
#include "fovea/config/settings.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::agent {

struct HookOptions {
    std::vector<config::HookSettings> hooks = {};
    std::filesystem::path project = {};    // where they run, and FOVEA_PROJECT_DIR
    std::string session_id = {};           // FOVEA_SESSION_ID
    config::Environment environment = {};  // what its variables are taken from: ::getenv
    std::function<void(const HookReport&)> on_report = {};
};

class Hooks {
public:
    explicit Hooks(HookOptions options);
    ~Hooks();
    Hooks(const Hooks&) = delete;
    Hooks& operator=(const Hooks&) = delete;

    // Whether run() would start anything for this event and tool.
    bool has(HookEvent event, std::string_view tool_name = {}) const;

    HookAnswer run(const HookMoment& moment, const std::stop_token& stop);

    // Waits for what runs in the background; kills it when `stop` is asked for.
    void finish(const std::stop_token& stop);

private:
    class Background;

    ShellCommand command_of(const config::HookSettings& hook, std::string input) const;
    void report(const HookReport& report) const;
    void report_completed() const;

    HookOptions options_;
    std::unique_ptr<Background> background_;
};

// "a|b*" over a tool's whole name; an empty one and "*" fit all.
bool fits_matcher(std::string_view tool_name, std::string_view matcher);

}  // namespace fovea::agent
