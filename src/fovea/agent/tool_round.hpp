// All calls of tools in one reply: decided about, run side by side, and answered in one message.
//
//     const Round round = answer_calls(calls, services, stop);
//     session.append({message_entry(round.message, now)});
//
// Every call gets exactly one result, in the order of the calls: what was denied, is unknown, broke or
// was cancelled gets one that says so, so that the conversation can always go on.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/agent/run_result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/store/entry.hpp"
#include "fovea/tools/tool.hpp"
#include "fovea/tools/toolbox.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace fovea::agent {

struct Decision {
    bool allowed = true;
    std::string reason = {};                // why not, for the model
    std::optional<std::string> input = {};  // in place of what the model wrote
    bool agreed = false;                    // a person was asked, and said yes
    bool by_person = false;  // who answered this very call; not a rule of theirs, nor time
};

// The functions may be called by several threads at once.
struct RoundServices {
    const tools::Toolbox& tools;
    // Hooks and rules; empty: everything is allowed.
    std::function<
        Decision(const content::ToolUseBlock&, const tools::Tool&, const std::stop_token&)>
        decide = {};
    // The outcome as the model gets it: no base64 in its texts, and what hooks say of it.
    std::function<void(const content::ToolUseBlock&, tools::ToolOutcome&, const std::stop_token&)>
        refine = {};
    EventSink emit;
    std::size_t at_once = 8;
};

struct Round {
    content::Message message;  // of the user: one result for each call
    std::vector<store::Entry> entries;
    std::vector<std::pair<std::string, providers::Usage>> usage;  // of models that tools asked
    std::vector<PermissionDenial> denials;
};

Round answer_calls(
    const std::vector<content::ToolUseBlock>& calls,
    const RoundServices& services,
    const std::stop_token& stop
);

// The calls in a reply, in their order.
std::vector<content::ToolUseBlock> calls_in(const std::vector<content::ContentBlock>& reply);

}  // namespace fovea::agent
