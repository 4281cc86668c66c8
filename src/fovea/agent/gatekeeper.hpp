// Who may object in a run, joined: the user's hooks, the permission rules, and a person if there is one
// (A2). Gives the agent its Gates.
//
//     auto keeper = TRY(Gatekeeper::open({.permissions = …, .hooks = …, .emit = sink}));
//     system += keeper->start(Begins::New, stop);
//     Agent agent(…, keeper->gates(), sink);
//     keeper->finish(stop);
//
// Each of hook and rule is told on its own, before what follows from them. Where a rule asks and
// nobody is there to be asked, the answer is no, and the model is told how a person could allow it.
#pragma once

#include "fovea/agent/agent.hpp"
#include "fovea/agent/events.hpp"
#include "fovea/agent/hooks.hpp"
#include "fovea/agent/permissions.hpp"
#include "fovea/base/result.hpp"
#include "fovea/config/settings.hpp"
#include "fovea/ingest/intake.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::agent {

enum class Begins : std::uint8_t { New, Resumed };

struct GatekeeperOptions {
    config::PermissionSettings permissions = {};
    std::vector<config::HookSettings> hooks = {};
    std::filesystem::path project = {};
    std::string session_id = {};
    config::Environment environment = {};  // what hooks get theirs from
    EventSink emit = {};
    std::optional<ingest::Intake> intake = {};  // for pictures that hide in results' texts
    // Whether a person allows the call, and with which input; empty: nobody is there. Without a reason
    // it counts as if nobody were.
    std::function<
        Decision(const content::ToolUseBlock&, const std::string& why, const std::stop_token&)>
        ask = {};
};

class Gatekeeper {
public:
    // ConfigInvalid for a rule that is none.
    static Result<std::unique_ptr<Gatekeeper>> open(GatekeeperOptions options);

    // Words of SessionStart hooks for the model.
    std::string start(Begins begins, const std::stop_token& stop);

    // Borrow this.
    Gates gates();

    // Waits for hooks in the background.
    void finish(const std::stop_token& stop) { hooks_.finish(stop); }

private:
    Gatekeeper(GatekeeperOptions options, Permissions permissions);

    Gates::Said take_prompt(const std::string& prompt, const std::stop_token& stop);
    Decision decide(
        const content::ToolUseBlock& call, const tools::Tool& tool, const std::stop_token& stop
    );
    void refine(
        const content::ToolUseBlock& call, tools::ToolOutcome& outcome, const std::stop_token& stop
    );
    std::string may_stop(const std::string& answer, bool again, const std::stop_token& stop);

    GatekeeperOptions options_;
    Permissions permissions_;
    Hooks hooks_;
};

}  // namespace fovea::agent
