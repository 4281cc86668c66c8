// That a hook ran, for whoever watches (`--include-hook-events`). One report for a hook that was waited
// for, two for an async one: when it was started, and when it ended.
#pragma once

#include "fovea/agent/hook_answer.hpp"
#include "fovea/agent/hook_event.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::agent {

enum class HookPhase : std::uint8_t {
    Ran,         // waited for
    Dispatched,  // async: started
    Completed,   // async: ended
};

// "ran", "dispatched", "completed".
std::string_view name_of(HookPhase phase);

struct HookReport {
    HookEvent event = HookEvent::SessionStart;
    HookPhase phase = HookPhase::Ran;
    std::string command;
    std::string matcher;
    std::string tool_name;  // of the moment; empty when there is none
    std::string tool_use_id;
    HookAnswer answer;  // of Ran; an async hook's counts for nothing, only its failure is here
    std::optional<int> exit_code;
    std::chrono::milliseconds duration{0};
    std::string out;  // how its output begins
    std::string err;
};

HookReport hook_report(
    const HookMoment& moment, HookPhase phase, std::string command, std::string matcher
);
void add_end(HookReport& report, const ShellResult& end);

}  // namespace fovea::agent
