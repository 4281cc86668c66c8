#include "fovea/cli/headless/notices.hpp"

#include "fovea/base/printable.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace fovea::cli {

std::string notice_of(const agent::Event& event) {
    if (const auto* warned = std::get_if<agent::Warned>(&event)) return warned->message;
    if (const auto* retry = std::get_if<agent::Retrying>(&event)) {
        return fmt::format(
            "{}; trying again in {:.1f} s",
            retry->message,
            static_cast<double>(retry->wait.count()) / 1000
        );
    }
    if (const auto* rerouted = std::get_if<agent::Rerouted>(&event)) {
        return rerouted->reason + "; trying " + rerouted->to;
    }
    if (const auto* compacted = std::get_if<agent::Compacted>(&event)) {
        return fmt::format(
            "the conversation was too long: {} messages were replaced by a summary ({} tokens -> "
            "{})",
            compacted->messages,
            compacted->tokens_before,
            compacted->tokens_after
        );
    }
    if (const auto* fired = std::get_if<agent::HookFired>(&event)) {
        return fired->error.empty() ? ""
                                    : "the hook \"" + fired->command + "\" of " + fired->event +
                                          " failed: " + fired->error;
    }
    if (const auto* started = std::get_if<agent::Started>(&event)) {
        std::string lines;
        for (const auto& server : started->mcp_servers) {
            if (server.status != "failed") continue;
            if (!lines.empty()) lines += "; ";
            lines += "the MCP server " + server.name + " failed to start: " + server.reason;
        }
        return lines;
    }
    return {};
}

void tell(const std::string& line) {
    fmt::print(stderr, "fovea: {}\n", printable(line));
}

void tell(const agent::Event& event) {
    const auto notice = notice_of(event);
    if (!notice.empty()) tell(notice);
}

}  // namespace fovea::cli
