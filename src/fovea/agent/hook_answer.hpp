// What a hook's command decided, read from its exit status and its output.
//
//     exit 2                      deny; the reason is on standard error
//     exit 0, JSON on stdout      {"decision": "allow" | "ask" | "deny" | "block", "reason": "…",
//                                  "additional_context": "…", "updated_input": {…}}
//     exit 0, other text          words for the model, at SessionStart and UserPromptSubmit
//     any other end               the hook failed: told, and nothing is decided
//
// The names of Claude Code's hooks are taken too: "approve", hookSpecificOutput with
// permissionDecision, permissionDecisionReason, additionalContext and updatedInput, and "continue":
// false with stopReason, which denies. Unknown members are left alone.
#pragma once

#include "fovea/agent/hook_event.hpp"
#include "fovea/agent/shell_command.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::agent {

enum class HookDecision : std::uint8_t { None, Allow, Ask, Deny };

// "none", "allow", "ask", "deny".
std::string_view name_of(HookDecision decision);

struct HookAnswer {
    HookDecision decision = HookDecision::None;
    std::string reason = {};
    std::string additional_context = {};            // for the model
    std::optional<std::string> updated_input = {};  // of PreToolUse: a JSON object, as text
    std::string failure = {};                       // why the hook itself failed; empty: it did not

    bool operator==(const HookAnswer&) const = default;
};

// Texts are valid UTF-8 and end after 10,000 characters with a note.
HookAnswer read_hook_answer(HookEvent event, const ShellResult& result);

}  // namespace fovea::agent
