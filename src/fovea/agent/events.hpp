// What happens in a run, as it happens (A1). Every driver is an encoder of this stream and has no
// opinion of its own about models or tools.
//
// The order of one call of the model:
//
//     CallProgressed…   what it is doing before its first word
//     Delta…            pieces of the reply, where it is streamed
//     Replied           the whole reply
//     ToolRequested     one for each call of a tool in it
//     ToolProgressed, HookFired, PermissionDecided …
//     ToolFinished      one for each, in the order they end
//     ToolsAnswered     all results as the message that goes back
//     TurnEnded         the reply again, now as what the transcript holds of this turn
//
// A run begins with Started and ends with exactly one Finished. Events come one at a time, whichever
// thread they are from.
#pragma once

#include "fovea/agent/run_result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/providers/dialect.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/tools/tool.hpp"
#include "fovea/turn/call_progress.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fovea::agent {

struct ServerStatus {  // of an MCP server
    std::string name;
    std::string status;  // connected, failed, pending
    std::string reason = {};
};

struct Started {
    std::string session_id;
    bool resumed = false;
    std::string model;  // "anthropic/claude-opus-5"
    std::string cwd;
    std::vector<std::string> tools;
    std::vector<ServerStatus> mcp_servers;
    std::vector<std::string> plugins;
    std::vector<std::string> skills;
    std::vector<std::string> context_files;
    std::vector<std::string> settings_sources;
    std::string pricing_as_of;
    bool bare = false;
    bool ephemeral = false;  // nothing of it is kept
};

struct UserSaid {
    content::Message message;
};
struct Delta {
    providers::StreamEvent piece;
};
struct Replied {
    content::Message message;
    std::string model;
    providers::FinishReason finish = providers::FinishReason::Stop;
    providers::Usage usage;
    double cost_usd = 0;
};
struct ToolRequested {
    content::ToolUseBlock use;
};
struct ToolProgressed {
    std::string tool_use_id;
    std::string tool;
    tools::Progress progress;
};
struct ToolFinished {
    content::ToolResultBlock result;
    std::string tool;
    std::chrono::milliseconds took{0};
};
struct ToolsAnswered {
    content::Message message;
};
struct TurnEnded {
    content::Message message;
};
// For whoever waits and watches; programs that read frames are not told.
struct CallProgressed {
    turn::CallProgress progress;
};
struct Retrying {
    std::string provider;
    int attempt = 1;
    int max_retries = 0;
    std::chrono::milliseconds wait{0};
    int status = 0;        // 0: no answer came
    std::string category;  // overloaded, rate_limit, timeout, network, server_error, other
    std::string message;
};
struct Rerouted {
    std::string from;
    std::string to;
    std::string reason;
};
// A hook that was asked to run. One that is not waited for gives two: dispatched, then completed.
struct HookFired {
    std::string event;    // "PreToolUse"
    std::string command;  // as configured
    std::string phase;    // ran, dispatched, completed
    std::string tool = {};
    std::string tool_use_id = {};
    std::string decision = {};  // allow, deny, ask; empty: none
    std::string reason = {};
    std::optional<int> exit_code = {};
    std::string output = {};  // what it printed, cut
    std::string error = {};   // why it could not run, or what it complained of
    std::chrono::milliseconds took{0};
};
// Somebody has to say whether a call may be made; the run waits.
struct PermissionAsked {
    content::ToolUseBlock use;
    std::string why;
};
struct PermissionDecided {
    std::string tool;
    std::string tool_use_id;
    std::string verdict;  // allow, ask, deny
    std::string rule;     // that decided; "default"
};
struct Compacted {
    std::uint64_t tokens_before = 0;
    std::uint64_t tokens_after = 0;
    std::size_t messages = 0;  // that became the summary
};
// Something a person should know, and nothing that ends the run.
struct Warned {
    std::string subtype;  // "picture_refused", "no_price", …
    std::string message;
};
struct Finished {
    RunResult result;
};

using Event = std::variant<
    Started,
    UserSaid,
    Delta,
    Replied,
    ToolRequested,
    ToolProgressed,
    ToolFinished,
    ToolsAnswered,
    TurnEnded,
    CallProgressed,
    Retrying,
    Rerouted,
    HookFired,
    PermissionAsked,
    PermissionDecided,
    Compacted,
    Warned,
    Finished>;

using EventSink = std::function<void(const Event&)>;

}  // namespace fovea::agent
