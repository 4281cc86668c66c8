#include "fovea/agent/hook_report.hpp"

#include "fovea/base/utf8.hpp"

#include <utility>

namespace fovea::agent {
namespace {

constexpr std::size_t kExcerpt = 2000;

}  // namespace

std::string_view name_of(HookPhase phase) {
    switch (phase) {
        case HookPhase::Ran: return "ran";
        case HookPhase::Dispatched: return "dispatched";
        case HookPhase::Completed: return "completed";
    }
    return "ran";
}

HookReport hook_report(
    const HookMoment& moment, HookPhase phase, std::string command, std::string matcher
) {
    HookReport report;
    report.event = moment.event;
    report.phase = phase;
    report.command = std::move(command);
    report.matcher = std::move(matcher);
    report.tool_name = to_utf8(moment.tool_name);
    report.tool_use_id = to_utf8(moment.tool_use_id);
    return report;
}

void add_end(HookReport& report, const ShellResult& end) {
    report.exit_code = end.status;
    report.duration = end.duration;
    report.out = to_utf8(std::string_view(end.out).substr(0, kExcerpt));
    report.err = to_utf8(std::string_view(end.err).substr(0, kExcerpt));
}

}  // namespace fovea::agent
